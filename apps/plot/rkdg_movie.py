"""Movies of `rkdg plot`: a picture of a field for each time that a run has written, all with the same colours."""

from __future__ import annotations

import os

import matplotlib
import rkdg_fields
import rkdg_planes
import rkdg_views
from matplotlib.animation import FFMpegWriter, PillowWriter
from rkdg_charts import SIGNED, STYLE, Plotter, is_lattice, limits


def times_of(run):
    """For each time that has fields, in their order, a function that opens them."""
    for pattern in ("fields_*.vtu", "fields_*.vti"):
        files = sorted(run.glob(pattern))
        if files:
            return [lambda path=path: rkdg_fields.open_fields(path) for path in files]
    series = run / "fields.vtkhdf"
    if series.is_file():
        count = rkdg_fields.SeriesFile(series).count
        return [lambda number=number: rkdg_fields.SeriesFile(series, number) for number in range(count)]
    return []


def writer_of(path, rate):
    if path.suffix == ".gif":
        return PillowWriter(fps=rate)
    try:
        import imageio_ffmpeg  # brings a program of its own

        matplotlib.rcParams["animation.ffmpeg_path"] = imageio_ffmpeg.get_ffmpeg_exe()
    except (ImportError, RuntimeError):
        pass
    if not FFMpegWriter.isAvailable():
        raise ValueError(f"{path}: needs ffmpeg (Debian: package ffmpeg); or name a file .gif")
    return FFMpegWriter(fps=rate, codec="libx264", extra_args=["-pix_fmt", "yuv420p", "-f", "mp4"])


def common_limits(files, name, window, arguments):
    """Ends of the colours that hold those of every picture."""
    ends = [limits(rkdg_planes.picture_of(file(), name, window, arguments.plane).values, name in SIGNED) for file in files]
    return min(low for low, _ in ends), max(high for _, high in ends)


def draw(arguments):
    """Writes the movie; the list of its name."""
    run, path = arguments.runs[0], arguments.movie
    is_lattice(run)  # says if it is no run at all
    files = times_of(run)
    if len(files) < 2:
        raise ValueError(f"{run}: holds fields of {len(files)} times, and a movie needs two; set 'every' in [output]")
    path.parent.mkdir(parents=True, exist_ok=True)
    arguments.output = path.parent
    plotter, first = Plotter(run, arguments), files[0]()
    name = arguments.field or first.default()
    window = plotter.window = rkdg_views.window_of(first, arguments.window)
    temporary = path.with_name(f"{path.stem}.rkdg-tmp{os.getpid()}{path.suffix}")
    with matplotlib.rc_context(STYLE):
        writer = writer_of(path, arguments.rate or 10)
        ends = arguments.range or common_limits(files, name, window, arguments)
        drawing = plotter.frame(rkdg_planes.picture_of(first, name, window, arguments.plane))
        try:
            with writer.saving(drawing, str(temporary), arguments.dpi):
                for open_file in files:
                    file = open_file()
                    picture = rkdg_planes.picture_of(file, name, window, arguments.plane)
                    drawing.clear()
                    plotter.paint(drawing, picture, name, ends, plotter.moment(file.time()))
                    writer.grab_frame()
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    return [path]
