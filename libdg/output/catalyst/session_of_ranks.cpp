#include "libdg/output/catalyst/session_of_ranks.hpp"

#include <vtkClientServerStream.h>
#include <vtkObjectFactory.h>
#include <vtkPVDataInformation.h>
#include <vtkPVInformation.h>
#include <vtkPVProminentValuesInformation.h>
#include <vtkSmartPointer.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dg {
namespace {

bool is_of_data(vtkPVInformation& information) {
  return information.IsA("vtkPVDataInformation") || information.IsA("vtkPVProminentValuesInformation");
}

std::vector<std::byte> bytes_of(vtkPVInformation& information) {
  vtkClientServerStream stream;
  information.CopyToStream(&stream);
  const unsigned char* data = nullptr;
  std::size_t size = 0;
  stream.GetData(&data, &size);
  const auto bytes = std::as_bytes(std::span(data, size));
  return {bytes.begin(), bytes.end()};
}

/// Lets information, in place of what it holds, be that of the bytes.
void set(vtkPVInformation& information, const std::vector<std::byte>& bytes) {
  if (auto* data = vtkPVDataInformation::SafeDownCast(&information)) data->Initialize();
  if (auto* values = vtkPVProminentValuesInformation::SafeDownCast(&information)) values->Initialize();
  vtkClientServerStream stream;
  stream.SetData(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  information.CopyFromStream(&stream);
}

}  // namespace

vtkStandardNewMacro(SessionOfRanks);

bool SessionOfRanks::GatherInformation(vtkTypeUInt32 location, vtkPVInformation* information, vtkTypeUInt32 id) {
  const bool good = Superclass::GatherInformation(location, information, id);
  if (ranks_ == nullptr || !is_of_data(*information)) return good;
  try {
    join(*information);
  } catch (const std::exception&) {
    failure_ = std::current_exception();
    return false;
  }
  return good;
}

/// Rank 0 adds up what the ranks know, and tells all of them.
void SessionOfRanks::join(vtkPVInformation& information) {
  const std::vector<std::vector<std::byte>> of_ranks = ranks_->gather(bytes_of(information));
  for (std::size_t rank = 1; rank < of_ranks.size(); ++rank) {
    const auto other = vtkSmartPointer<vtkPVInformation>::Take(information.NewInstance());
    set(*other, of_ranks[rank]);
    information.AddInformation(other);
  }
  std::vector<std::byte> all = bytes_of(information);
  auto size = static_cast<std::int64_t>(all.size());
  ranks_->broadcast(std::as_writable_bytes(std::span(&size, 1)), 0);
  all.resize(static_cast<std::size_t>(size));
  ranks_->broadcast(all, 0);
  if (ranks_->rank() != 0) set(information, all);
}

}  // namespace dg
