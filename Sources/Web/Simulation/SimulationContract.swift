/// What the contract says of simulations.
///
/// Components that no operation refers to: a server that does not simulate refuses the field, so
/// that generated clients must not have it as a parameter of every call.
package enum SimulationContract {
  package static let components: [JSONValue.Member] = [
    .init(name: "parameters", value: ["MoaSimulate": request]),
    .init(name: "headers", value: ["ServerTiming": response]),
  ]

  private static let request: JSONValue = [
    "name": .string(RequestField.simulate.rawValue), "in": "header",
    "description": """
    Of every call, on servers that were started with `--simulate`; others answer 400 \
    `simulation_off`. Parts with commas between, each optional: `latency` holds the answer back, \
    `status` answers an error with a probability, `cut` ends the answer in the middle, `seed` \
    makes the chances repeatable.
    """,
    "schema": JSONSchema.string().json,
    "example": "latency=800ms±300, status=503@0.2, cut=0.1, seed=7",
  ]

  private static let response: JSONValue = [
    "description": """
    Of every answer, on servers that were started with `--simulate`: milliseconds of `total`, \
    `parse`, `database` (with the number of statements), `map` and `write`, and of the delay that \
    was `simulated`.
    """,
    "schema": JSONSchema.string().json,
    "example": #"total;dur=4.10, parse;dur=0.20, database;dur=3.00;desc="1 statement""#,
  ]
}
