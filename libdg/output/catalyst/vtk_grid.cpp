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
#include <utility>

#include "libdg/element/spaced_shapes.hpp"
#include "libdg/output/field_sampler.hpp"
#include "libdg/output/vtk_cells.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

/// The VTK cells that stand for one cell of the mesh.
struct StandIns {
  std::vector<unsigned char> types;
  std::vector<int> vertices;  ///< of each
  std::vector<int> nodes;     ///< cell after cell

  StandIns(CellShape shape, int order, CatalystCells cells) {
    if (cells == CatalystCells::lagrange) {
      nodes = vtk_node_order(shape, order);
      add(vtk_cell_type(shape, order), static_cast<int>(nodes.size()));
      return;
    }
    LinearCells linear = linear_sub_cells(shape, order);
    nodes = std::move(linear.nodes);
    for (const CellShape part : linear.shapes) add(vtk_cell_type(part, 1), vertex_count(part));
  }

 private:
  void add(int type, int count) {
    types.push_back(static_cast<unsigned char>(type));
    vertices.push_back(count);
  }
};

/// Sum over own cells of a number that belongs to their shape: number(shape_number()).
template <int Dim, class Number>
vtkIdType sum_over_cells(const OwnCells<Dim>& own, const Number& number) {
  vtkIdType sum = 0;
  for (Index cell = 0; cell < own.count(); ++cell)
    sum += static_cast<vtkIdType>(number(shape_number(own.mesh.cell_shapes[cell])));
  return sum;
}

template <int Dim>
std::vector<LagrangeBasis<Dim>> bases_of_shapes(int order) {
  std::vector<LagrangeBasis<Dim>> bases;
  for (const CellShape shape : spaced_shapes<Dim>) bases.emplace_back(shape, order);
  return bases;
}

}  // namespace

template <int Dim>
VtkGrid<Dim>::VtkGrid(const OwnCells<Dim>& own, const CatalystOptions& options)
    : own_(own),
      cells_(options.cells),
      order_(shown_order(own.mesh, options.degree)),
      gamma_(options.gamma),
      temperature_unit_(options.temperature_unit) {
  const auto bases = bases_of_shapes<Dim>(order_);
  add_points(bases);
  add_cells(bases);
}

template <int Dim>
void VtkGrid<Dim>::add_points(const std::vector<LagrangeBasis<Dim>>& bases) {
  std::vector<CellMap<Dim>> maps;
  for (std::size_t i = 0; i < bases.size(); ++i)
    maps.emplace_back(spaced_shapes<Dim>[i], own_.mesh.geometry_order, bases[i].nodes());
  vtkNew<vtkDoubleArray> array;
  array->SetNumberOfComponents(3);
  array->SetNumberOfTuples(sum_over_cells(own_, [&](int shape) { return bases[shape].size(); }));
  double* out = array->GetPointer(0);
  std::vector<std::array<double, Dim>> places;
  for (Index cell = 0; cell < own_.count(); ++cell) {
    const CellMap<Dim>& map = maps[shape_number(own_.mesh.cell_shapes[cell])];
    places.resize(static_cast<std::size_t>(map.point_count()));
    map.evaluate(own_.mesh, cell, places, {});
    for (const auto& place : places)
      for (int d = 0; d < 3; ++d) *out++ = d < Dim ? place[d] : 0.0;
  }
  vtkNew<vtkPoints> points;
  points->SetData(array);
  grid_->SetPoints(points);
}

template <int Dim>
void VtkGrid<Dim>::add_cells(const std::vector<LagrangeBasis<Dim>>& bases) {
  std::vector<StandIns> shown;
  for (const CellShape shape : spaced_shapes<Dim>) shown.emplace_back(shape, order_, cells_);
  const vtkIdType count = sum_over_cells(own_, [&](int shape) { return shown[shape].types.size(); });
  vtkNew<vtkTypeInt64Array> offsets, connectivity;
  vtkNew<vtkUnsignedCharArray> types;
  vtkNew<vtkIntArray> numbers;
  numbers->SetName("cell");
  offsets->Allocate(count + 1);
  types->Allocate(count);
  numbers->Allocate(count);
  connectivity->Allocate(sum_over_cells(own_, [&](int shape) { return shown[shape].nodes.size(); }));
  vtkIdType first_point = 0, end = 0;
  offsets->InsertNextValue(end);
  for (Index cell = 0; cell < own_.count(); ++cell) {
    const int shape = shape_number(own_.mesh.cell_shapes[cell]);
    for (const int node : shown[shape].nodes) connectivity->InsertNextValue(first_point + node);
    for (std::size_t i = 0; i < shown[shape].types.size(); ++i) {
      offsets->InsertNextValue(end += shown[shape].vertices[i]);
      types->InsertNextValue(shown[shape].types[i]);
      numbers->InsertNextValue(own_.number_of(cell));
    }
    first_point += bases[shape].size();
  }
  vtkNew<vtkCellArray> cells;
  cells->SetData(offsets, connectivity);
  grid_->SetCells(types, cells);
  grid_->GetCellData()->AddArray(numbers);
}

template <int Dim>
void VtkGrid<Dim>::update(const SolverOf<Dim>& solver, double time) {
  FieldSampler<Dim> sampler(own_.mesh, solver, order_, gamma_);
  sampler.set_temperature_unit(temperature_unit_);
  for (const PointFieldInfo& info : sampler.fields()) {
    vtkNew<vtkDoubleArray> array;
    array->SetName(info.name);
    array->SetNumberOfComponents(info.components);
    array->SetNumberOfTuples(grid_->GetNumberOfPoints());
    double* out = array->GetPointer(0);
    for (Index cell = 0; cell < own_.count(); ++cell) {
      const std::vector<double>& values = sampler.values(cell, info.field);
      out = std::copy(values.begin(), values.end(), out);
    }
    grid_->GetPointData()->AddArray(array);
  }
  // Writers and annotations take the time from here.
  vtkNew<vtkDoubleArray> times;
  times->SetName("TimeValue");
  times->InsertNextValue(time);
  grid_->GetFieldData()->AddArray(times);
  grid_->GetInformation()->Set(vtkDataObject::DATA_TIME_STEP(), time);
  grid_->Modified();
}

template class VtkGrid<2>;
template class VtkGrid<3>;

}  // namespace dg
