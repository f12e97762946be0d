"""What several tests share."""

import signal
import threading
import time

import pytest


@pytest.fixture
def ctrl_c():
    """Ctrl-C half a second from now, heard also where whoever started the tests ignores it; the test then ends soon."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    begun = time.monotonic()
    timer = threading.Timer(0.5, lambda: __import__("_thread").interrupt_main())
    timer.start()
    yield
    timer.cancel()
    signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < 30
