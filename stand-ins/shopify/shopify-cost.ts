import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from "graphql"

/** One query may cost at most this, whatever is in the bucket. */
export const MAX_QUERY_COST = 1_000
const MUTATION_COST = 10
const CONNECTION_COST = 2
/** The points that a shop may have and gets each second, by what it pays Shopify. */
export const plans = {
  standard: { bucket: 2_000, perSecond: 100 },
  plus: { bucket: 20_000, perSecond: 1_000 },
} as const

/**
 * Returns the cost that Shopify reckons before it runs a query (shopify.dev/docs/api/usage/limits): an
 * object costs 1, a scalar nothing, a connection 2 and the cost of `first` or `last` objects, a mutation 10.
 */
export function requestedCost(schema: GraphQLSchema, document: DocumentNode, variables: Variables): number {
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return 0
  if (operation.operation === "mutation") return MUTATION_COST * operation.selectionSet.selections.length
  const root = schema.getQueryType()
  return root ? costOf(root, operation.selectionSet) : 0

  function costOf(type: GraphQLCompositeType, selections: SelectionSetNode): number {
    return fieldsOf(selections).reduce((sum, field) => sum + fieldCost(type, field), 0)
  }
  function fieldCost(type: GraphQLCompositeType, field: FieldNode): number {
    const definition = isObjectType(type) ? type.getFields()[field.name.value] : undefined
    const result = definition && getNamedType(definition.type)
    if (!definition || !result || !isCompositeType(result) || !field.selectionSet) return 0
    if (!result.name.endsWith("Connection")) return 1 + costOf(result, field.selectionSet)
    const { first, last } = getArgumentValues(definition, field, variables)
    return CONNECTION_COST + Number(first ?? last ?? 0) * nodeCost(result, field.selectionSet)
  }
  /** Returns a node's cost: 1 and that of its fields; edges and the page's facts cost nothing more. */
  function nodeCost(connection: GraphQLCompositeType, selections: SelectionSetNode): number {
    if (!isObjectType(connection)) return 0
    return fieldsOf(selections).reduce((sum, field) => {
      const inner = connection.getFields()[field.name.value]
      const result = inner && getNamedType(inner.type)
      if (!result || !isCompositeType(result) || !field.selectionSet) return sum
      if (field.name.value === "edges") return sum + nodeCost(result, field.selectionSet)
      return field.name.value === "node" || field.name.value === "nodes"
        ? sum + 1 + costOf(result, field.selectionSet)
        : sum
    }, 0)
  }
  function fieldsOf(selections: SelectionSetNode): FieldNode[] {
    return selections.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection]
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet)
      const fragment = document.definitions.find(
        (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
      )
      return fragment?.kind === Kind.FRAGMENT_DEFINITION ? fieldsOf(fragment.selectionSet) : []
    })
  }
}

type Variables = Record<string, unknown>

/** Returns the actual cost of a query, by its answer. */
export function actualCost(data: unknown): number {
  if (Array.isArray(data)) return data.reduce((sum: number, one) => sum + actualCost(one), 0)
  if (typeof data !== "object" || data === null) return 0
  const fields = data as Record<string, unknown>
  if ("edges" in fields || "nodes" in fields || "pageInfo" in fields) {
    const edges = Array.isArray(fields.edges) ? fields.edges.map((edge: { node?: unknown }) => edge.node) : []
    return CONNECTION_COST + actualCost(edges) + actualCost(fields.nodes ?? null)
  }
  return Object.values(fields).reduce((sum: number, one) => sum + actualCost(one), 1)
}

/** The points of one app at one shop: a leaky bucket. */
export class Bucket {
  readonly #plan: (typeof plans)[keyof typeof plans]
  #points: number
  #atMs = Date.now()

  constructor(plan: keyof typeof plans) {
    this.#plan = plans[plan]
    this.#points = this.#plan.bucket
  }

  /** Takes `points`, or nothing if there are too few. */
  take(points: number): boolean {
    this.#fill()
    if (this.#points < points) return false
    this.#points -= points
    return true
  }

  giveBack(points: number): void {
    this.#points = Math.min(this.#plan.bucket, this.#points + points)
  }

  /** Empties the bucket; returns the points that were in it. */
  drain(): number {
    this.#fill()
    const points = this.#points
    this.#points = 0
    return points
  }

  status() {
    this.#fill()
    const { bucket, perSecond } = this.#plan
    return { maximumAvailable: bucket, currentlyAvailable: Math.floor(this.#points), restoreRate: perSecond }
  }

  #fill(): void {
    const nowMs = Date.now()
    const { bucket, perSecond } = this.#plan
    this.#points = Math.min(bucket, this.#points + (Math.max(0, nowMs - this.#atMs) / 1000) * perSecond)
    this.#atMs = nowMs
  }
}
