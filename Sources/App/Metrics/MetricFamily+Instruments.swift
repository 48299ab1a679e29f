import CoreMetrics
import Prometheus

/// The instruments of swift-metrics for a family, with values of its labels in their order.
extension MetricFamily {
  func counter(in factory: StoreFactory, _ values: String...) -> Counter {
    Counter(label: name, dimensions: Array(zip(labels, values)), factory: factory)
  }

  func seconds(in factory: StoreFactory, _ values: String...) -> FloatingPointCounter {
    FloatingPointCounter(label: name, dimensions: Array(zip(labels, values)), factory: factory)
  }

  func gauge(in factory: StoreFactory, _ values: String...) -> Meter {
    Meter(label: name, dimensions: Array(zip(labels, values)), factory: factory)
  }

  func timer(in factory: StoreFactory, _ values: String...) -> Timer {
    Timer(label: name, dimensions: Array(zip(labels, values)), factory: factory)
  }
}
