#include "libdg/backend/array_exchange.hpp"

#include <utility>

#include "libdg/backend/cuda_array_exchange.hpp"
#include "libdg/backend/rotated_exchange.hpp"
#include "libdg/core/rotation.hpp"

namespace dg {
namespace {

template <int Dim, class Real>
void rotate(const RotatedPlaces& vectors, Real* array) {
  const auto rotation = rotation_of<Real, Dim>(vectors.rotation);
  for (std::size_t i = 0; i < vectors.places.size(); i += Dim)
    rotation.rotate([&](int d) -> Real& { return array[vectors.places[i + d]]; });
}

/// Through a buffer for each rank: MPI takes what it sends from there.
template <class Real>
class HostArrayExchange final : public ArrayExchange<Real> {
 public:
  HostArrayExchange(const Backend& backend, Communicator& communicator, const std::vector<ExchangedPlaces>& places,
                    const std::vector<RotatedPlaces>& rotated)
      : name_(communicator.name()), threads_(backend.threads()), rotated_(rotated) {
    for (const ExchangedPlaces& p : places) {
      sent_.insert(sent_.end(), p.sent.begin(), p.sent.end());
      received_.insert(received_.end(), p.received.begin(), p.received.end());
    }
    out_.resize(sent_.size());
    in_.resize(received_.size());
    std::vector<Message> sends, receives;
    Real *out = out_.data(), *in = in_.data();
    for (const ExchangedPlaces& p : places) {
      sends.push_back({p.rank, out, p.sent.size() * sizeof(Real)});
      receives.push_back({p.rank, in, p.received.size() * sizeof(Real)});
      out += p.sent.size();
      in += p.received.size();
    }
    messages_ = communicator.exchange(std::move(sends), std::move(receives));
  }

  void start(Real* array) override {
    const auto n = static_cast<std::ptrdiff_t>(sent_.size());
#pragma omp parallel for schedule(static) num_threads(threads_) if (n > few)
    for (std::ptrdiff_t i = 0; i < n; ++i) out_[i] = array[sent_[i]];
    messages_->start();
    array_ = array;
  }
  void arrive() override {
    if (!array_) return;
    messages_->finish();
    const auto n = static_cast<std::ptrdiff_t>(received_.size());
#pragma omp parallel for schedule(static) num_threads(threads_) if (n > few)
    for (std::ptrdiff_t i = 0; i < n; ++i) array_[received_[i]] = in_[i];
    for (const RotatedPlaces& vectors : rotated_)
      vectors.rotation.size() == 4 ? rotate<2>(vectors, array_) : rotate<3>(vectors, array_);
    array_ = nullptr;
  }
  void finish() override { arrive(); }
  bool is_under_way() const override { return array_ != nullptr; }
  const char* name() const override { return name_; }

 private:
  static constexpr std::ptrdiff_t few = 1 << 14;  ///< copied before other threads would have woken

  const char* name_;
  int threads_;
  std::vector<std::int64_t> sent_, received_;
  std::vector<Real> out_, in_;
  std::vector<RotatedPlaces> rotated_;
  std::unique_ptr<Exchange> messages_;
  Real* array_ = nullptr;  ///< under way
};

}  // namespace

template <class Real>
std::unique_ptr<ArrayExchange<Real>> make_rotated_exchange(Backend& backend, Communicator& communicator,
                                                           const std::vector<ExchangedPlaces>& places,
                                                           const std::vector<RotatedPlaces>& rotated) {
  if (backend.kind() == BackendKind::cuda)
    return make_cuda_array_exchange<Real>(backend, communicator, places, rotated);
  return std::make_unique<HostArrayExchange<Real>>(backend, communicator, places, rotated);
}

template <class Real>
std::unique_ptr<ArrayExchange<Real>> make_array_exchange(Backend& backend, Communicator& communicator,
                                                         const std::vector<ExchangedPlaces>& places) {
  return make_rotated_exchange<Real>(backend, communicator, places, {});
}

#define DG_EXCHANGES(Real)                                                                                \
  template std::unique_ptr<ArrayExchange<Real>> make_array_exchange(Backend&, Communicator&,              \
                                                                    const std::vector<ExchangedPlaces>&); \
  template std::unique_ptr<ArrayExchange<Real>> make_rotated_exchange(                                    \
      Backend&, Communicator&, const std::vector<ExchangedPlaces>&, const std::vector<RotatedPlaces>&);
DG_EXCHANGES(float)
DG_EXCHANGES(double)
#undef DG_EXCHANGES

}  // namespace dg
