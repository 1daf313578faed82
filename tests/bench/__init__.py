"""What Reedboard costs, measured: ``make bench``, or ``python -m tests.bench [NAME...]``.

Each module named in ``__main__`` is one measurement: a ``TITLE`` and ``measure()``, which yields
``Figure`` values. Times are medians of five rounds; things compared take turns within a round, so
that a machine that slows down slows all of them.
"""
