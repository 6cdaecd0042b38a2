/// What a case file calls the parts of a set of equations. A struct of equations may have, each by itself:
///
///   static constexpr const char* variables[] = {"h", "hu", "hv"};    the variables, in formulas and in files
///   static constexpr const char* fluxes[] = {"llf", "hll"};          the values of Flux, from 0 on
///   static constexpr dg::BoundaryKind boundary_kinds[] = {{"wall"}, {"exact", true}};   those of Condition
///   template <class Visit> void visit_parameters(Visit&& visit) { visit("gravity", gravity); }   parameters
///   void note_parameters() { viscous = diffusion > 0; }                                what follows from their values
///
/// Without them variables are u1, u2, ..., the flux is Flux{}, and boundaries have one kind, "default". A Condition
/// that is no enumeration is made by `static Condition condition(int kind)`, or else has its default value.
#pragma once

namespace dg {

/// A kind of boundary: its name, and whether the case gives the variables there, as formulas.
struct BoundaryKind {
  const char* name;
  bool takes_data = false;
};

}  // namespace dg
