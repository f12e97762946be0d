//! `games.parquet`: one row per unit, for other programs (Polars, pandas, DuckDB), and for
//! reports made later. No clock in it and nothing left to chance: equal plans, equal bytes.

use std::fs::File;
use std::iter::repeat_n;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use table::derive_seed;

use super::check::COLUMNS;
use super::kinds::Rows;
use super::plan::Plan;
use super::results::Value;
use super::store::Store;
use crate::error::LabError;
use crate::whole::WholeFile;

/// The version of the columns.
const FORMAT: &str = "1";
const FORMAT_KEY: &str = "tefuda.format";
const PLAN_KEY: &str = "tefuda.plan";
/// The number of rows held in memory at a time.
const GROUP: usize = 1 << 16;

const PART: &str = COLUMNS[0];
const CELL: &str = COLUMNS[1];
const UNIT: &str = COLUMNS[2];
const SEED: &str = COLUMNS[3];

/// What a column holds.
enum Column {
    Part,
    Cell,
    Whole(String),
    Number(String),
    Text(String),
    Unit,
    Seed,
    Quantity(String),
}

impl Column {
    fn name(&self) -> &str {
        match self {
            Column::Part => PART,
            Column::Cell => CELL,
            Column::Unit => UNIT,
            Column::Seed => SEED,
            Column::Whole(name) | Column::Number(name) | Column::Text(name) | Column::Quantity(name) => name,
        }
    }

    fn field(&self) -> Type {
        let (physical, logical) = match self {
            Column::Part | Column::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Column::Cell => (Physical::INT32, None),
            Column::Unit | Column::Whole(_) => (Physical::INT64, None),
            Column::Seed => (Physical::INT64, Some(LogicalType::integer(64, false))),
            Column::Number(_) | Column::Quantity(_) => (Physical::DOUBLE, None),
        };
        let field = Type::primitive_type_builder(self.name(), physical);
        let repetition = if self.optional() { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let field = field.with_logical_type(logical).with_repetition(repetition);
        field.build().expect("each logical type fits its physical one")
    }

    /// Parts of one experiment may have different axes and quantities.
    fn optional(&self) -> bool {
        !COLUMNS.contains(&self.name())
    }
}

/// The columns of a plan: the cell, its coordinates, the unit, its seed, and what was noted of it.
fn columns(plan: &Plan) -> Vec<Column> {
    let mut columns = vec![Column::Part, Column::Cell];
    columns.extend(axes(plan));
    columns.extend([Column::Unit, Column::Seed]);
    columns.extend(quantities(plan).into_iter().map(Column::Quantity));
    columns
}

/// An axis of whole numbers is a column of them; one with a text in it is a column of texts.
fn axes(plan: &Plan) -> impl Iterator<Item = Column> {
    let names = distinct(plan.parts.iter().flat_map(|part| part.axes.iter().map(|axis| axis.name.clone())));
    names.into_iter().map(|name| {
        let axes = plan.parts.iter().flat_map(|part| &part.axes).filter(|axis| axis.name == name);
        let values: Vec<&Value> = axes.flat_map(|axis| &axis.values).collect();
        match &values[..] {
            all if all.iter().all(|value| matches!(value, Value::Integer(_))) => Column::Whole(name),
            all if all.iter().all(|value| value.number().is_some()) => Column::Number(name),
            _ => Column::Text(name),
        }
    })
}

fn quantities(plan: &Plan) -> Vec<String> {
    distinct(plan.cells.iter().flat_map(|cell| cell.job.names().map(String::from)))
}

fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    names.fold(Vec::new(), |mut known, name| {
        if !known.contains(&name) {
            known.push(name);
        }
        known
    })
}

/// Writes the rows of all cells, in order.
pub(super) fn write(path: &Path, plan: &Plan, store: &Store<'_>) -> Result<(), LabError> {
    let columns = columns(plan);
    let sink = WholeFile::create(path)?;
    let refuse = |error: ParquetError| LabError::disk(path, error.to_string());
    let mut file = SerializedFileWriter::new(sink, schema(&columns), properties(plan)).map_err(refuse)?;
    let mut group = Group { plan, columns: &columns, segments: Vec::new() };
    for cell in 0..plan.cells.len() {
        let rows = store.rows(cell)?;
        for (index, values) in rows.values.chunks(GROUP * rows.width).enumerate() {
            group.add(cell, (index * GROUP) as u64, values, &mut file).map_err(refuse)?;
        }
    }
    group.write(&mut file).map_err(refuse)?;
    file.into_inner().map_err(refuse)?.finish()
}

fn schema(columns: &[Column]) -> TypePtr {
    let fields = columns.iter().map(|column| Arc::new(column.field())).collect();
    let schema = Type::group_type_builder("games").with_fields(fields).build();
    Arc::new(schema.expect("the columns' names differ"))
}

fn properties(plan: &Plan) -> WriterPropertiesPtr {
    let entry = |key: &str, value: String| KeyValue::new(key.to_string(), value);
    let about = vec![entry(FORMAT_KEY, FORMAT.into()), entry(PLAN_KEY, plan.fingerprint().to_string())];
    let properties = WriterProperties::builder()
        .set_created_by("tefuda".into())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1).expect("level 1 exists")))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_key_value_metadata(Some(about));
    // No two rows of a cell share these, so a dictionary of them would only be in the way.
    let plain = |properties: parquet::file::properties::WriterPropertiesBuilder, name: &str| {
        properties.set_column_dictionary_enabled(ColumnPath::from(name), false)
    };
    Arc::new([UNIT, SEED].into_iter().fold(properties, plain).build())
}

/// Rows that are written together.
struct Group<'a> {
    plan: &'a Plan,
    columns: &'a [Column],
    segments: Vec<Segment>,
}

/// Rows of one cell.
struct Segment {
    cell: usize,
    first: u64,
    rows: Rows,
}

impl Segment {
    fn len(&self) -> usize {
        self.rows.values.len() / self.rows.width
    }
}

type Out = SerializedFileWriter<WholeFile>;

impl Group<'_> {
    fn rows(&self) -> usize {
        self.segments.iter().map(Segment::len).sum()
    }

    /// Adds rows of a cell, and writes a group whenever one is full.
    fn add(&mut self, cell: usize, first: u64, values: &[f64], out: &mut Out) -> Result<(), ParquetError> {
        let width = self.plan.cells[cell].job.columns.len();
        let room = (GROUP - self.rows()) * width;
        let (now, later) = values.split_at(room.min(values.len()));
        self.segments.push(Segment { cell, first, rows: Rows { width, values: now.to_vec() } });
        if self.rows() == GROUP {
            self.write(out)?;
        }
        match later {
            [] => Ok(()),
            _ => self.add(cell, first + (now.len() / width) as u64, later, out),
        }
    }

    fn write(&mut self, out: &mut Out) -> Result<(), ParquetError> {
        if self.rows() == 0 {
            return Ok(());
        }
        let mut group = out.next_row_group()?;
        for column in self.columns {
            let mut writer = group.next_column()?.expect("the schema has this column");
            self.write_column(column, &mut writer)?;
            writer.close()?;
        }
        self.segments.clear();
        group.close().map(drop)
    }

    fn write_column(
        &self,
        column: &Column,
        out: &mut SerializedColumnWriter<'_>,
    ) -> Result<(), ParquetError> {
        match column {
            Column::Part => self.by_cell(|s| Some(text(&self.part_name(s)))).put::<ByteArrayType>(out),
            Column::Cell => self.by_cell(|s| Some(s.cell as i32)).put::<Int32Type>(out),
            Column::Whole(name) => self.by_cell(|s| whole(self.value(s, name)?)).put::<Int64Type>(out),
            Column::Number(name) => self.by_cell(|s| self.value(s, name)?.number()).put::<DoubleType>(out),
            Column::Text(name) => {
                self.by_cell(|s| Some(text(&self.value(s, name)?.to_string()))).put::<ByteArrayType>(out)
            }
            Column::Unit => self.by_unit(|_, unit| unit as i64).put::<Int64Type>(out),
            Column::Seed => self.by_unit(|s, unit| self.seed(s, unit) as i64).put::<Int64Type>(out),
            Column::Quantity(name) => self.quantity(name).put::<DoubleType>(out),
        }
    }

    fn part_name(&self, segment: &Segment) -> String {
        self.plan.parts[self.plan.cells[segment.cell].part].name.clone()
    }

    fn value(&self, segment: &Segment, axis: &str) -> Option<&Value> {
        let at = &self.plan.cells[segment.cell].at;
        at.iter().find(|(name, _)| name == axis).map(|(_, value)| value)
    }

    fn seed(&self, segment: &Segment, unit: u64) -> u64 {
        derive_seed(&[self.plan.cells[segment.cell].setting.seed, unit])
    }

    /// A value that all units of a cell share.
    fn by_cell<T: Clone>(&self, value: impl Fn(&Segment) -> Option<T>) -> Values<T> {
        let mut values = Values::new(self.rows());
        for segment in &self.segments {
            match value(segment) {
                None => values.skip(segment.len()),
                Some(value) => values.add(repeat_n(value, segment.len())),
            }
        }
        values
    }

    fn by_unit<T>(&self, value: impl Fn(&Segment, u64) -> T) -> Values<T> {
        let mut values = Values::new(self.rows());
        for segment in &self.segments {
            values.add((segment.first..).take(segment.len()).map(|unit| value(segment, unit)));
        }
        values
    }

    fn quantity(&self, name: &str) -> Values<f64> {
        let mut values = Values::new(self.rows());
        for segment in &self.segments {
            match self.place(segment.cell, name) {
                None => values.skip(segment.len()),
                Some(place) => values.add(segment.rows.iter().map(|row| row[place])),
            }
        }
        values
    }

    fn place(&self, cell: usize, quantity: &str) -> Option<usize> {
        self.plan.cells[cell].job.names().position(|column| column == quantity)
    }
}

fn text(text: &str) -> ByteArray {
    ByteArray::from(text)
}

fn whole(value: &Value) -> Option<i64> {
    let Value::Integer(whole) = value else { return None };
    Some(*whole)
}

/// The values of a column; what is not there is told by its level.
struct Values<T> {
    levels: Vec<i16>,
    present: Vec<T>,
}

impl<T> Values<T> {
    fn new(rows: usize) -> Self {
        Values { levels: Vec::with_capacity(rows), present: Vec::with_capacity(rows) }
    }

    fn add(&mut self, values: impl Iterator<Item = T>) {
        let before = self.present.len();
        self.present.extend(values);
        self.levels.extend(repeat_n(1, self.present.len() - before));
    }

    fn skip(&mut self, rows: usize) {
        self.levels.extend(repeat_n(0, rows));
    }

    fn put<D: DataType<T = T>>(&self, out: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let writer: &mut ColumnWriterImpl<'_, D> = out.typed::<D>();
        let optional = writer.get_descriptor().max_def_level() > 0;
        writer.write_batch(&self.present, optional.then_some(&self.levels[..]), None).map(drop)
    }
}

/// Reads the rows of all cells back.
pub(super) fn read(path: &Path, plan: &Plan) -> Result<Vec<Rows>, LabError> {
    let refuse = |error: ParquetError| LabError::disk(path, format!("cannot be read as Parquet: {error}"));
    let file = File::open(path).map_err(LabError::file(path))?;
    let reader = SerializedFileReader::new(file).map_err(refuse)?;
    check_kin(path, plan, &reader)?;
    let names = quantities(plan);
    let columns = names.iter().map(|name| read_column(&reader, name)).collect::<Result<Vec<_>, _>>();
    let columns = columns.map_err(refuse)?;
    let mut start = 0;
    let rows = plan.cells.iter().map(|cell| {
        let own: Vec<&[f64]> = cell
            .job
            .names()
            .map(|name| {
                let column = names.iter().position(|known| known == name).expect("a quantity of the plan");
                &columns[column][start..start + cell.units as usize]
            })
            .collect();
        start += cell.units as usize;
        let values = (0..cell.units as usize).flat_map(|unit| own.iter().map(move |column| column[unit]));
        Rows { width: own.len(), values: values.collect() }
    });
    Ok(rows.collect())
}

/// Refuses a file of another format, of another plan, or with other rows or columns than its plan makes.
fn check_kin(path: &Path, plan: &Plan, reader: &SerializedFileReader<File>) -> Result<(), LabError> {
    let meta = reader.metadata().file_metadata();
    let entry = |key: &str| meta.key_value_metadata()?.iter().find(|entry| entry.key == key)?.value.clone();
    let refuse = |why: String| Err(LabError::disk(path, why));
    match entry(FORMAT_KEY).as_deref() {
        Some(FORMAT) => {}
        Some(other) => {
            return refuse(format!(
                "columns of format {other}, this program reads {FORMAT}: use the version that wrote it, or run \
                 the experiment again"
            ));
        }
        None => return refuse("a Parquet file, but not one that a run of an experiment wrote".into()),
    }
    if entry(PLAN_KEY) != Some(plan.fingerprint().to_string()) {
        return refuse("the games of another plan than the one beside it in config.toml".into());
    }
    let known = columns(plan);
    let same =
        known.iter().map(Column::name).eq(meta.schema_descr().columns().iter().map(|column| column.name()));
    if !same || meta.num_rows() != plan.units() as i64 {
        return refuse("other rows or columns than its plan makes: run the experiment again".into());
    }
    Ok(())
}

/// One quantity of all rows; NaN where a cell does not have it.
fn read_column(reader: &SerializedFileReader<File>, name: &str) -> Result<Vec<f64>, ParquetError> {
    let mut column = Vec::new();
    for index in 0..reader.num_row_groups() {
        let group = reader.get_row_group(index)?;
        let count = group.metadata().num_rows() as usize;
        let place = group.metadata().columns().iter().position(|chunk| chunk.column_path().string() == name);
        let chunk = group.get_column_reader(place.expect("the columns were compared"))?;
        let mut typed = parquet::column::reader::get_typed_column_reader::<DoubleType>(chunk);
        let (mut levels, mut present) = (Vec::new(), Vec::new());
        typed.read_records(count, Some(&mut levels), None, &mut present)?;
        let mut present = present.into_iter();
        column.extend(
            levels.iter().map(|&level| if level > 0 { present.next().unwrap_or(f64::NAN) } else { f64::NAN }),
        );
    }
    Ok(column)
}
