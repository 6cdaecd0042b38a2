#include "libdg/output/catalyst/vtk_grid.hpp"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDataObject.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkIntArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkTypeInt64Array.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>

#include "libdg/output/field_sampler.hpp"
#include "libdg/output/vtk_cells.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

/// The VTK cells that stand for one cell of the mesh.
struct ShownCells {
  unsigned char type = 0;
  std::size_t vertices = 0;  ///< of each
  std::vector<int> nodes;    ///< lattice nodes, cell after cell

  ShownCells(CellShape shape, int order, CatalystCells cells) {
    if (cells == CatalystCells::lagrange) {
      type = static_cast<unsigned char>(vtk_cell_type(shape, order));
      nodes = vtk_node_order(shape, order);
      vertices = nodes.size();
    } else {
      type = static_cast<unsigned char>(vtk_cell_type(shape, 1));
      nodes = linear_sub_cells(shape, order);
      vertices = static_cast<std::size_t>(face_count(shape));
    }
  }
  vtkIdType count() const { return static_cast<vtkIdType>(nodes.size() / vertices); }
};

/// Sum over the cells of the mesh of a number that belongs to their shape.
vtkIdType sum_over_cells(const Mesh2& mesh, vtkIdType of_triangle, vtkIdType of_quadrilateral) {
  const vtkIdType triangles = std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), CellShape::triangle);
  return triangles * of_triangle + (mesh.cell_count() - triangles) * of_quadrilateral;
}

}  // namespace

VtkGrid::VtkGrid(const Mesh2& mesh, const CatalystOptions& options)
    : mesh_(mesh), cells_(options.cells), order_(shown_order(mesh, options.degree)), gamma_(options.gamma) {
  add_points();
  add_cells();
}

void VtkGrid::add_points() {
  const CellMap triangle(CellShape::triangle, mesh_.geometry_order, lattice_points(CellShape::triangle, order_));
  const CellMap quadrilateral(CellShape::quadrilateral, mesh_.geometry_order,
                              lattice_points(CellShape::quadrilateral, order_));
  vtkNew<vtkDoubleArray> array;
  array->SetNumberOfComponents(3);
  array->SetNumberOfTuples(sum_over_cells(mesh_, triangle.point_count(), quadrilateral.point_count()));
  double* out = array->GetPointer(0);
  std::vector<std::array<double, 2>> places;
  for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
    const CellMap<2>& map = mesh_.cell_shapes[cell] == CellShape::triangle ? triangle : quadrilateral;
    places.resize(static_cast<std::size_t>(map.point_count()));
    map.evaluate(mesh_, cell, places, {});
    for (const auto& [x, y] : places) {
      *out++ = x;
      *out++ = y;
      *out++ = 0.0;
    }
  }
  vtkNew<vtkPoints> points;
  points->SetData(array);
  grid_->SetPoints(points);
}

void VtkGrid::add_cells() {
  const ShownCells triangle(CellShape::triangle, order_, cells_);
  const ShownCells quadrilateral(CellShape::quadrilateral, order_, cells_);
  const vtkIdType count = sum_over_cells(mesh_, triangle.count(), quadrilateral.count());
  vtkNew<vtkTypeInt64Array> offsets, connectivity;
  vtkNew<vtkUnsignedCharArray> types;
  vtkNew<vtkIntArray> numbers;
  numbers->SetName("cell");
  offsets->Allocate(count + 1);
  types->Allocate(count);
  numbers->Allocate(count);
  connectivity->Allocate(sum_over_cells(mesh_, static_cast<vtkIdType>(triangle.nodes.size()),
                                        static_cast<vtkIdType>(quadrilateral.nodes.size())));
  vtkIdType first_point = 0, end = 0;
  offsets->InsertNextValue(end);
  for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
    const CellShape shape = mesh_.cell_shapes[cell];
    const ShownCells& shown = shape == CellShape::triangle ? triangle : quadrilateral;
    for (const int node : shown.nodes) connectivity->InsertNextValue(first_point + node);
    for (vtkIdType i = 0; i < shown.count(); ++i) {
      offsets->InsertNextValue(end += static_cast<vtkIdType>(shown.vertices));
      types->InsertNextValue(shown.type);
      numbers->InsertNextValue(cell);
    }
    first_point += node_count(shape, order_);
  }
  vtkNew<vtkCellArray> cells;
  cells->SetData(offsets, connectivity);
  grid_->SetCells(types, cells);
  grid_->GetCellData()->AddArray(numbers);
}

void VtkGrid::update(const Solver& solver) {
  FieldSampler sampler(mesh_, solver, order_, gamma_);
  for (const PointFieldInfo& info : point_fields<2>) {
    vtkNew<vtkDoubleArray> array;
    array->SetName(info.name);
    array->SetNumberOfComponents(info.components);
    array->SetNumberOfTuples(grid_->GetNumberOfPoints());
    double* out = array->GetPointer(0);
    for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
      const std::vector<double>& values = sampler.values(cell, info.field);
      out = std::copy(values.begin(), values.end(), out);
    }
    grid_->GetPointData()->AddArray(array);
  }
  // Writers and annotations take the time from here.
  vtkNew<vtkDoubleArray> time;
  time->SetName("TimeValue");
  time->InsertNextValue(solver.time());
  grid_->GetFieldData()->AddArray(time);
  grid_->GetInformation()->Set(vtkDataObject::DATA_TIME_STEP(), solver.time());
  grid_->Modified();
}

}  // namespace dg
