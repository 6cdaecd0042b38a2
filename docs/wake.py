# script-version: 2
# ParaView Catalyst script: vorticity behind a cylinder of diameter 1 at the origin, as pictures, and the flow along the
# line behind it, as a table. In the case file:
#
#     [catalyst]
#     script = wake.py
#     every = 500
from paraview import catalyst
from paraview.simple import *

flow = TrivialProducer(registrationName="input")

# Range of the picture, and the largest vorticity that colours tell apart: the free stream has speed 0.2.
left, right, low, high = -2.0, 16.0, -4.0, 4.0
largest = 0.2

view = CreateView("RenderView", ViewSize=[1080, 480], OrientationAxesVisibility=0)
view.UseColorPaletteForBackground = 0
view.Background = [1.0, 1.0, 1.0]
view.InteractionMode = "2D"
view.CameraParallelProjection = 1
view.CameraFocalPoint = [(left + right) / 2, (low + high) / 2, 0.0]
view.CameraPosition = [(left + right) / 2, (low + high) / 2, 10.0]
view.CameraParallelScale = (high - low) / 2

shown = Show(flow, view)
ColorBy(shown, ("POINTS", "vorticity"))
shown.Ambient, shown.Diffuse, shown.Specular = 1.0, 0.0, 0.0
colours = GetColorTransferFunction("vorticity")
colours.ApplyPreset("Cool to Warm", True)
colours.AutomaticRescaleRangeMode = "Never"
colours.RescaleTransferFunction(-largest, largest)

clock = AnnotateTimeFilter(Input=flow, Format="t = {time:.1f}")
clock_shown = Show(clock, view)
clock_shown.Color = [0.0, 0.0, 0.0]

picture = CreateExtractor("PNG", view, registrationName="picture")
picture.Writer.FileName = "vorticity_{timestep:09d}.png"
picture.Writer.ImageResolution = view.ViewSize

line = PlotOverLine(Input=flow, Point1=[0.5, 0.0, 0.0], Point2=[right, 0.0, 0.0], Resolution=200)
table = CreateExtractor("CSV", line, registrationName="line")
table.Writer.FileName = "line_{timestep:09d}.csv"

options = catalyst.Options()
options.ExtractsOutputDirectory = "wake"
