#include "libdg/backend/array_exchange.hpp"

#include "libdg/backend/cuda_array_exchange.hpp"

namespace dg {
namespace {

/// Through a buffer for each rank: MPI takes what it sends from there.
template <class Real>
class HostArrayExchange final : public ArrayExchange<Real> {
 public:
  HostArrayExchange(const Backend& backend, Communicator& communicator, const std::vector<ExchangedPlaces>& places)
      : name_(communicator.name()), threads_(backend.threads()) {
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
  std::unique_ptr<Exchange> messages_;
  Real* array_ = nullptr;  ///< under way
};

}  // namespace

template <class Real>
std::unique_ptr<ArrayExchange<Real>> make_array_exchange(Backend& backend, Communicator& communicator,
                                                         const std::vector<ExchangedPlaces>& places) {
  if (backend.kind() == BackendKind::cuda) return make_cuda_array_exchange<Real>(backend, communicator, places);
  return std::make_unique<HostArrayExchange<Real>>(backend, communicator, places);
}

template std::unique_ptr<ArrayExchange<float>> make_array_exchange(Backend&, Communicator&,
                                                                   const std::vector<ExchangedPlaces>&);
template std::unique_ptr<ArrayExchange<double>> make_array_exchange(Backend&, Communicator&,
                                                                    const std::vector<ExchangedPlaces>&);

}  // namespace dg
