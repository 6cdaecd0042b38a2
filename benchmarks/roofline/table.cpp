#include "benchmarks/roofline/table.hpp"

#include <fmt/format.h>

#include "apps/case/choices.hpp"
#include "apps/study/benchmark_table.hpp"

namespace dg::roofline {
namespace {

std::string backend_of(const Row& row) { return row.backend == BackendKind::cpu ? "cpu" : "cuda"; }
std::string precision_of(const Row& row) { return row.precision == Precision::double_precision ? "double" : "single"; }

std::string assembly_of(const Row& row) { return app::word_of(app::assembly_choices, row.assembly); }

}  // namespace

std::string table_head() {
  return fmt::format("{:<7} {:<6} {:<23} P {:<8} {:<13} {:>8} {:>8} {:>8} {:>8} {:>7} {:>9} {:>7} {:>8} {:>7}\n",
                     "backend", "prec", "cells", "assembly", "pass", "B/DOF", "flop/DOF", "MDOF/s", "GB/s", "of copy",
                     "Gflop/s", "of FMA", "of roof", "spread");
}

std::string table_line(const Row& r) {
  return fmt::format(
      "{:<7} {:<6} {:<23} {} {:<8} {:<13} {:>8.1f} {:>8.0f} {:>8.1f} {:>8.1f} {:>7.3f} {:>9.1f} {:>7.3f} {:>8.3f} "
      "{:>6.1f}%\n",
      backend_of(r), precision_of(r), r.kind.name(), r.degree, assembly_of(r), r.pass, r.bytes, r.flops,
      1e-6 * r.dof_per_second(), 1e-9 * r.bytes_per_second(), r.copy_fraction(), 1e-9 * r.flops_per_second(),
      r.vector_fraction(), r.roofline_fraction(), 100 * r.spread);
}

std::string markdown(const std::vector<Row>& rows, const std::vector<Ceilings>& ceilings,
                     const app::Hardware& hardware) {
  std::string text = "# Roofline\n\n";
  text += "```\n" + app::hardware_text(hardware) + "```\n\n";
  for (const Ceilings& c : ceilings) text += "- " + c.text() + "\n";
  text +=
      "\nNavier-Stokes with BR2, one stage of SSP-RK3 in a periodic box. Bytes: what a pass must move at least; flops: "
      "what its\nkernels compute; both counted (benchmarks/roofline/count_work.hpp), those of `tiles` as `gather` has "
      "them, without padding\nand sum factorisation. Time: median of five; *spread* is (slowest - fastest) / median.\n";
  std::string group;
  for (const Row& r : rows) {
    const std::string here =
        fmt::format("{}, {}, {}: {} cells", backend_of(r), precision_of(r), r.kind.name(), r.cells);
    if (here != group) {
      text += "\n## " + here +
              "\n\n| degree | assembly | pass | B/DOF | flop/DOF | MDOF/s | GB/s | of copy | Gflop/s | of FMA | of "
              "roofline | spread |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n";
      group = here;
    }
    text += fmt::format(
        "| {} | {} | {} | {:.1f} | {:.0f} | {:.4g} | {:.4g} | {:.3f} | {:.4g} | {:.3f} | {:.3f} | {:.1f} % |\n",
        r.degree, assembly_of(r), r.pass, r.bytes, r.flops, 1e-6 * r.dof_per_second(), 1e-9 * r.bytes_per_second(),
        r.copy_fraction(), 1e-9 * r.flops_per_second(), r.vector_fraction(), r.roofline_fraction(), 100 * r.spread);
  }
  return text;
}

std::string csv(const std::vector<Row>& rows) {
  std::string text =
      "backend,threads,precision,kind,degree,assembly,pass,cells,dof,bytes_per_dof,flops_per_dof,fusable_per_dof,"
      "divisions_per_dof,seconds,spread,dof_per_second,bytes_per_second,flops_per_second,copy_bytes_per_second,"
      "vector_flops_per_second,tensor_flops_per_second,tensor16_flops_per_second,copy_fraction,vector_fraction,"
      "roofline_fraction\n";
  for (const Row& r : rows)
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.4g},{:.6g},{:.6g},{:.6g},"
        "{:.6g},{:.6g},{:.6g},{:.6g},{:.4g},{:.4g},{:.4g}\n",
        backend_of(r), r.ceilings.threads, precision_of(r), r.kind.name(), r.degree, assembly_of(r), r.pass, r.cells,
        r.dof, r.bytes, r.flops, r.fusable, r.divisions, r.seconds, r.spread, r.dof_per_second(), r.bytes_per_second(),
        r.flops_per_second(), r.ceilings.copy, r.ceilings.vector, r.ceilings.tensor, r.ceilings.tensor16,
        r.copy_fraction(), r.vector_fraction(), r.roofline_fraction());
  return text;
}

}  // namespace dg::roofline
