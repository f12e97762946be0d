// The matrix games of one level of the buzzard, one thread a game, and the mean over the next prize.
//
// Compiled by NVRTC when a solution starts. Every array is laid out by `solve::Step`; the names here
// are the names there. Arithmetic is in double precision, what is stored in single.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define INLINE __device__ __forceinline__

// As in `search::matrix`: reduced costs and pivots below these count as none, for cells scaled to -1..2.
#define COST 1e-11
#define PIVOT 1e-10
#define SLACK 1e-12
// A game whose mixtures secure values further apart is begun again; one that says nothing counts as this far off.
#define WANTED 1e-9
#define WORST 1e3

// What a turned-up pot leads to: nodes of the level below, and what the higher bid gains.
struct Turn { u32 taken, tied; float size; u32 ties; };

// A pair of choices: where the row below starts, who takes the pot (0 a tie, 1 A, 2 B), whether seats are swapped.
struct Next { u64 start; u32 taker, swapped; };

INLINE Next unpack(u32 code, const u64* below_rows) {
    Next next = {below_rows[code >> 3], code >> 1 & 3, code & 1};
    return next;
}

// What A gains if the pot is taken so.
INLINE double gain(const Next& next, const Turn& turn) {
    return next.taker == 0 ? 0.0 : next.taker == 1 ? (double)turn.size : -(double)turn.size;
}

INLINE u64 place(const Next& next, const Turn& turn) {
    return next.start + (next.taker == 0 ? turn.tied : turn.taken);
}

// The cells of one game, read from the level below whenever they are asked for.
struct Cells {
    const float* below;
    const Next* next;
    u32 cols;
    Turn turn;
    INLINE double at(u32 i, u32 j) const {
        const Next& to = next[i * cols + j];
        double value = (double)below[place(to, turn)];
        return (to.swapped ? -value : value) + gain(to, turn);
    }
};

struct Found { double value, gap; u32 pivots; };

// The simplex tableau of one thread in memory shared by a block: cell `c` of thread `t` lies at `c * stride + t`, so
// that neighbouring threads touch neighbouring words. The costs stay in registers.
template <int D> struct Tableau {
    double* cells;
    u8* labels;
    u32 stride, rows;
    double cost[D + 1];

    INLINE double& cell(u32 i, u32 j) { return cells[(i * (D + 1) + j) * stride]; }
    INLINE u8& basic(u32 i) { return labels[i * stride]; }
    INLINE u8& free_(u32 j) { return labels[(D + j) * stride]; }

    INLINE int entering(bool bland) {
        int best = -1;
        double least = -COST;
        u32 label = 255;
#pragma unroll
        for (int j = 0; j < D; j++) {
            if (bland ? cost[j] < -COST && free_(j) < label : cost[j] < least) {
                best = j;
                least = cost[j];
                if (bland) label = free_(j);
            }
        }
        return best;
    }

    // Harris' rule: of the rows that bound the column within SLACK, the largest pivot; Bland's: the least label.
    INLINE int leaving(u32 col, bool bland) {
        int bound = -1;
        double rhs = 0, pivot = 1;
        for (u32 i = 0; i < rows; i++) {
            double a = cell(i, col), b = fmax(cell(i, D), 0.0) + (bland ? 0.0 : SLACK);
            if (a <= PIVOT) continue;
            double here = b * pivot, best = rhs * a;
            bool lower = bland && here == best && basic(i) < basic(bound < 0 ? i : bound);
            if (bound < 0 || here < best || lower) { bound = i; rhs = b; pivot = a; }
        }
        if (bland || bound < 0) return bound;
        double limit = rhs / pivot, largest = PIVOT;
        int best = bound;
        for (u32 i = 0; i < rows; i++) {
            double a = cell(i, col);
            if (a > largest && cell(i, D) <= limit * a) { best = i; largest = a; }
        }
        return best;
    }

    INLINE void pivot(u32 at, u32 col, double price) {
        double inverse = 1.0 / cell(at, col), row[D + 1];
#pragma unroll
        for (int j = 0; j <= D; j++) row[j] = j == (int)col ? inverse : cell(at, j) * inverse;
        for (u32 i = 0; i < rows; i++) {
            double factor = cell(i, col);
            cell(i, col) = 0.0;
            if (i == at) continue;
#pragma unroll
            for (int j = 0; j <= D; j++) cell(i, j) -= factor * row[j];
        }
#pragma unroll
        for (int j = 0; j <= D; j++) {
            cost[j] = (j == (int)col ? 0.0 : cost[j]) - price * row[j];
            cell(at, j) = row[j];
        }
        u8 label = basic(at);
        basic(at) = free_(col);
        free_(col) = label;
    }

    INLINE double costing(u32 col) {
        double price = 0;
#pragma unroll
        for (int j = 0; j < D; j++) price = j == (int)col ? cost[j] : price;
        return price;
    }

    // Steps of the dual method, for a basis that is optimal but for a share below zero.
    INLINE u32 repair() {
        u32 steps = 0;
        for (; steps < 4 * D; steps++) {
            int at = -1, col = -1;
            double least = -SLACK, rate = 0.0;
            for (u32 i = 0; i < rows; i++)
                if (cell(i, D) < least) { least = cell(i, D); at = i; }
            if (at < 0) break;
#pragma unroll
            for (int j = 0; j < D; j++) {
                double a = -cell(at, j), ratio = fmax(cost[j], 0.0) / a;
                if (a > PIVOT && (col < 0 || ratio < rate)) { col = j; rate = ratio; }
            }
            if (col < 0) break;
            pivot(at, col, costing(col));
        }
        return steps;
    }

    INLINE u32 optimise(int col) {
        u32 steps = 0, patience = 8 * D;
        while (col >= 0 && steps < 4 * patience) {
            bool bland = ++steps > patience;
            int at = leaving(col, bland);
            if (at < 0) break;
            pivot(at, col, costing(col));
            col = entering(bland);
        }
        return steps;
    }
};

// A game on its way to be solved.
template <int D> struct Solver {
    Tableau<D> tableau;
    Cells game;
    u32 rows, cols;
    double low, scale;
    Found found;

    // Looks for a pure saddle point; without one, for the column to enter first and the scale of the cells.
    INLINE int survey() {
        const double far = 1e300;
        double tops[D], high = far, least = far, most = -far;
        low = -far;
#pragma unroll
        for (int j = 0; j < D; j++) tops[j] = -far;
        for (u32 i = 0; i < rows; i++) {
            double bottom = far;
#pragma unroll
            for (int j = 0; j < D; j++) {
                if (j < (int)cols) {
                    double cell = game.at(i, j);
                    tableau.cell(i, j) = cell;
                    bottom = fmin(bottom, cell);
                    tops[j] = fmax(tops[j], cell);
                }
            }
            low = fmax(low, bottom);
            least = fmin(least, bottom);
        }
        int first = 0;
#pragma unroll
        for (int j = 0; j < D; j++) {
            if (j >= (int)cols) continue;
            most = fmax(most, tops[j]);
            if (tops[j] < high) { high = tops[j]; first = j; }
        }
        scale = fmax(most - low, low - least);
        return low >= high ? -1 : first;
    }

    // Shifts and scales the cells so that the value lies in 1..2.
    INLINE void load() {
        double shrink = 1.0 / scale;
        for (u32 i = 0; i < rows; i++) {
#pragma unroll
            for (int j = 0; j < D; j++)
                tableau.cell(i, j) = j < (int)cols ? (tableau.cell(i, j) - low) * shrink + 1.0 : 0.0;
            tableau.cell(i, D) = 1.0;
            tableau.basic(i) = D + i;
        }
#pragma unroll
        for (int j = 0; j < D; j++) {
            tableau.cost[j] = j < (int)cols ? -1.0 : 0.0;
            tableau.free_(j) = j;
        }
        tableau.cost[D] = 0.0;
    }

    // What the two mixtures secure on the game itself, whatever the tableau went through: the value lies between.
    INLINE void certify() {
        double x_sum = 0, y_sum = 0, y[D], sums[D], secured = 1e300, given = -1e300;
        // `y` is in the right-hand side, `x` in the costs; the first two rows take them.
        for (int j = 0; j < D; j++) tableau.cell(0, j) = tableau.cell(1, j) = 0.0;
        for (u32 i = 0; i < rows; i++) {
            double share = fmax(tableau.cell(i, D), 0.0);
            if (tableau.basic(i) < D) { tableau.cell(0, tableau.basic(i)) = share; y_sum += share; }
        }
#pragma unroll
        for (int j = 0; j < D; j++) {
            double share = fmax(tableau.cost[j], 0.0);
            if (tableau.free_(j) >= D) { tableau.cell(1, tableau.free_(j) - D) = share; x_sum += share; }
        }
#pragma unroll
        for (int j = 0; j < D; j++) { y[j] = tableau.cell(0, j); sums[j] = 0.0; }
        for (u32 i = 0; i < rows; i++) {
            double against = 0, x = tableau.cell(1, i);
#pragma unroll
            for (int j = 0; j < D; j++) {
                if (j < (int)cols) {
                    double cell = game.at(i, j);
                    against += cell * y[j];
                    sums[j] += cell * x;
                }
            }
            given = fmax(given, against);
        }
#pragma unroll
        for (int j = 0; j < D; j++) if (j < (int)cols) secured = fmin(secured, sums[j]);
        secured /= x_sum;
        given /= y_sum;
        found.value = fmin(fmax(low + (1.0 / tableau.cost[D] - 1.0) * scale, secured), given);
        found.gap = given - secured;
        // What is not a number must never look solved.
        if (!(found.gap < WORST && found.gap > -WORST)) found.gap = WORST;
    }

    // Goes straight to the basis whose columns are `in` and whose rows are `out`, by the largest pivots there are.
    INLINE void reach(u32 in, u32 out) {
        while (in) {
            int at = -1, col = -1;
            double largest = PIVOT;
            for (u32 i = 0; i < rows; i++)
                for (int j = 0; j < D; j++)
                    if (out >> i & 1 && in >> j & 1 && fabs(tableau.cell(i, j)) > largest) {
                        largest = fabs(tableau.cell(i, j));
                        at = i;
                        col = j;
                    }
            if (at < 0) break;
            tableau.pivot(at, col, tableau.costing(col));
            out &= ~(1u << at);
            in &= ~(1u << col);
        }
    }

    // Small pivots on the way cost digits: a game whose mixtures are not good enough is begun again, with the basis
    // found at once. Written as one loop so that every step is inlined once and the costs stay in registers.
    INLINE void run() {
        u32 in = 0, out = 0;
        found.pivots = 0;
        for (int attempt = 0; attempt < 4; attempt++) {
            int first = survey();
            found.value = low;
            found.gap = 0.0;
            if (first < 0) return;
            load();
            if (attempt > 0) {
                reach(in, out);
                found.pivots += tableau.repair();
                first = tableau.entering(false);
            }
            found.pivots += tableau.optimise(first);
            certify();
            if (found.gap <= WANTED) return;
            in = out = 0;
            for (u32 i = 0; i < rows; i++) if (tableau.basic(i) < D) in |= 1u << tableau.basic(i);
            for (int j = 0; j < D; j++) if (tableau.free_(j) >= D) out |= 1u << (tableau.free_(j) - D);
        }
    }
};

template <int D>
INLINE Found solve(const Cells& game, u32 rows, u32 cols, double* cells, u8* labels, u32 stride) {
    Solver<D> solver;
    solver.game = game;
    solver.rows = solver.tableau.rows = rows;
    solver.cols = cols;
    solver.tableau.cells = cells;
    solver.tableau.labels = labels;
    solver.tableau.stride = stride;
    solver.run();
    return solver.found;
}

// What one launch works on: patterns of a level, all with games of at most the same size.
struct Batch {
    const u32* patterns;   // the patterns of the batch, by number
    const u64* boards;     // where the pairs of choices of each pattern of the level begin
    const u32* next;       // the pairs of choices
    const u32* shape;      // rows, columns and the most ties behind each pattern, a byte each
    const u64* below_rows; // where the rows of the level below start
    const Turn* turns;
    const u32* lists;      // the turns that so many ties can come before, list after list
    const u32* list_at;    // where each list begins and where the last one ends
    u32 stride;            // places for a pattern in the results of the turns
    u32 repeats;           // turns for each thread
};

struct Stats { u64 gap, rounding, pivots, mixed; };

INLINE u64 bits(double value) {
    union { double value; u64 bits; } both = {value};
    return both.bits;
}

#ifdef __CUDACC__
INLINE u32 unpack_board(const Batch& batch, u32 pattern, Next* next) {
    u32 shape = batch.shape[pattern], cells = (shape & 255) * (shape >> 8 & 255);
    for (u32 c = threadIdx.x; c < cells; c += blockDim.x)
        next[c] = unpack(batch.next[batch.boards[pattern] + c], batch.below_rows);
    __syncthreads();
    return shape;
}

// Adds over a warp, then once for all.
INLINE void count(u64* total, u32 part) {
    u32 sum = __reduce_add_sync(0xffffffff, part);
    if (threadIdx.x % 32 == 0 && sum > 0) atomicAdd(total, (u64)sum);
}

template <int D> INLINE void solve_turns(const float* below, Batch batch, double* values, Stats* stats) {
    extern __shared__ double memory[];
    __shared__ Next next[D * D];
    u32 pattern = batch.patterns[blockIdx.y];
    u32 limit = batch.shape[pattern] >> 16;
    u32 start = batch.list_at[limit], end = batch.list_at[limit + 1];
    u64 first = start + (u64)blockIdx.x * batch.repeats * blockDim.x;
    if (first >= end) return;
    u32 shape = unpack_board(batch, pattern, next);
    u32 rows = shape & 255, cols = shape >> 8 & 255;
    double* cells = memory + threadIdx.x;
    u8* labels = (u8*)(memory + D * (D + 1) * blockDim.x) + threadIdx.x;
    u32 pivots = 0, mixed = 0;
    double gap = 0.0;
    for (u32 r = 0; r < batch.repeats; r++) {
        u64 at = first + r * blockDim.x + threadIdx.x;
        if (at >= end) break;
        u32 turn = batch.lists[at];
        Cells game = {below, next, cols, batch.turns[turn]};
        Found found = solve<D>(game, rows, cols, cells, labels, blockDim.x);
        values[(u64)blockIdx.y * batch.stride + turn] = found.value;
        gap = fmax(gap, found.gap);
        pivots += found.pivots;
        mixed += found.pivots > 0;
    }
    __syncwarp();
    count(&stats->pivots, pivots);
    count(&stats->mixed, mixed);
    if (gap > 0.0) atomicMax(&stats->gap, bits(gap));
}

#define SOLVE(D) \
    extern "C" __global__ void solve_##D(const float* below, Batch batch, double* values, Stats* stats) { \
        solve_turns<D>(below, batch, values, stats); \
    }
SOLVE(1) SOLVE(2) SOLVE(3) SOLVE(4) SOLVE(5) SOLVE(6) SOLVE(7) SOLVE(8)
SOLVE(9) SOLVE(10) SOLVE(11) SOLVE(12) SOLVE(13) SOLVE(14) SOLVE(15)

// The mean over the next prize, for every node of the patterns of a batch; `draws` lists all first prizes, then all
// second ones, so that neighbours read neighbouring words.
extern "C" __global__ void average(const double* values, Batch batch, const u32* draws, const u32* upto,
                                   const u64* rows, u32 nodes, u32 rounds, float* here, Stats* stats) {
    u32 pattern = batch.patterns[blockIdx.y];
    u32 count = upto[batch.shape[pattern] >> 16];
    double worst = 0.0;
    for (u32 node = blockIdx.x * blockDim.x + threadIdx.x; node < count; node += gridDim.x * blockDim.x) {
        double sum = 0.0;
        for (u32 d = 0; d < rounds; d++)
            sum += values[(u64)blockIdx.y * batch.stride + draws[(u64)d * nodes + node]];
        double mean = sum / rounds;
        float stored = (float)mean;
        here[rows[pattern] + node] = stored;
        worst = fmax(worst, fabs(mean - (double)stored));
    }
    __syncwarp();
    // As integers the bits of positive floats keep their order; rounded up, the bound holds.
    u32 top = __reduce_max_sync(0xffffffff, __float_as_uint(__double2float_ru(worst)));
    if (threadIdx.x % 32 == 0 && top > 0) atomicMax(&stats->rounding, bits((double)__uint_as_float(top)));
}

// A pair in one word: what A gets if it follows a rule, and if B does, in units of 1/32767 of the most there is.
INLINE float2 both(u32 word, float unit, u32 swapped) {
    float a = (short)(word & 0xffff) * unit, b = (short)(word >> 16) * unit;
    return swapped ? make_float2(-b, -a) : make_float2(a, b);
}

struct Rule {
    const u8* runs;  // for each pattern 32 bytes: the choice that each card of A belongs to, then of B
    u32 cards;       // choices kept for each turn; 1 if the rule is to bid anything
    float unit;
};

// The best replies to a rule. A pure rule may bid any card, so the best reply to each is kept; the uniform rule has
// one reply for all.
extern "C" __global__ void respond(const u32* below, Batch batch, Rule rule, float2* values) {
    __shared__ Next next[225];
    __shared__ float weights[32];
    u32 pattern = batch.patterns[blockIdx.y];
    u32 limit = batch.shape[pattern] >> 16;
    u32 start = batch.list_at[limit], end = batch.list_at[limit + 1];
    u64 first = start + (u64)blockIdx.x * batch.repeats * blockDim.x;
    if (first >= end) return;
    if (threadIdx.x < 32) weights[threadIdx.x] = 0.0f;
    u32 shape = unpack_board(batch, pattern, next);
    u32 rows = shape & 255, cols = shape >> 8 & 255;
    if (rule.cards == 1 && threadIdx.x < 32) {
        u8 run = rule.runs[pattern * 32ull + threadIdx.x];
        if (run < 16) atomicAdd(&weights[(threadIdx.x & 16) + run], 1.0f);
    }
    __syncthreads();
    float held = 0;
    for (u32 i = 0; i < rows; i++) held += weights[i];
    for (u32 r = 0; r < batch.repeats; r++) {
        u64 at = first + r * blockDim.x + threadIdx.x;
        if (at >= end) break;
        Turn turn = batch.turns[batch.lists[at]];
        float2* out = values + ((u64)blockIdx.y * batch.stride + batch.lists[at]) * rule.cards;
        float tops[15], reply = -1e30f;
#pragma unroll
        for (int j = 0; j < 15; j++) tops[j] = rule.cards == 1 ? 0.0f : -1e30f;
        for (u32 i = 0; i < rows; i++) {
            float bottom = 1e30f, sum = 0.0f;
#pragma unroll
            for (int j = 0; j < 15; j++) {
                if (j >= (int)cols) break;
                Next to = next[i * cols + j];
                float2 cell = both(below[place(to, turn)], rule.unit, to.swapped);
                float won = (float)gain(to, turn);
                bottom = fminf(bottom, cell.x + won);
                if (rule.cards == 1) {
                    tops[j] += weights[i] * (cell.x + won);
                    sum += weights[16 + j] * (cell.y + won);
                } else {
                    tops[j] = fmaxf(tops[j], cell.y + won);
                }
            }
            if (rule.cards == 1) reply = fmaxf(reply, sum); else out[i].x = bottom;
        }
        float least = 1e30f;
#pragma unroll
        for (int j = 0; j < 15; j++) {
            if (j >= (int)cols) break;
            if (rule.cards == 1) least = fminf(least, tops[j]); else out[j].y = tops[j];
        }
        if (rule.cards == 1) out[0] = make_float2(least / held, reply / held);
    }
}

INLINE u32 word(double value, float unit) {
    return (u32)(unsigned short)(short)__double2int_rn(value / unit);
}

// The mean over the next prize when one follows a rule; `ranks` says which card the rule bids, lowest 0.
extern "C" __global__ void average_rule(const float2* values, Batch batch, Rule rule, const u8* ranks,
                                        const u32* draws, const u32* upto, const u64* rows, u32 nodes,
                                        u32 rounds, u32* here) {
    __shared__ u8 runs[32];
    u32 pattern = batch.patterns[blockIdx.y];
    if (threadIdx.x < 32) runs[threadIdx.x] = rule.runs[pattern * 32ull + threadIdx.x];
    __syncthreads();
    u32 count = upto[batch.shape[pattern] >> 16];
    for (u32 node = blockIdx.x * blockDim.x + threadIdx.x; node < count; node += gridDim.x * blockDim.x) {
        double low = 0.0, high = 0.0;
        for (u32 d = 0; d < rounds; d++) {
            u64 at = (u64)d * nodes + node;
            const float2* turn = values + ((u64)blockIdx.y * batch.stride + draws[at]) * rule.cards;
            u32 rank = rule.cards == 1 ? 0 : ranks[at];
            low += turn[rule.cards == 1 ? 0 : runs[rank]].x;
            high += turn[rule.cards == 1 ? 0 : runs[16 + rank]].y;
        }
        here[rows[pattern] + node] = word(low / rounds, rule.unit) | word(high / rounds, rule.unit) << 16;
    }
}

// The values at some places.
extern "C" __global__ void gather(const u32* cells, const u64* at, u32 count, u32* out) {
    u32 k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count) out[k] = cells[at[k]];
}
#endif
