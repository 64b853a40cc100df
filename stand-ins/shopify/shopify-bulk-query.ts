import {
  type FieldNode,
  getNamedType,
  Kind,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from "graphql"
import { adminSchema } from "./shopify-schema.ts"

const MAX_CONNECTIONS = 5
const MAX_DEPTH = 2

/** Returns the reason why this query cannot be run in bulk. */
export function bulkProblem(query: string): string | null {
  let document: ReturnType<typeof parse>
  try {
    document = parse(query)
  } catch (error) {
    return `Invalid bulk query: ${error instanceof Error ? error.message : String(error)}`
  }
  const mistakes = validate(adminSchema, document)
  if (mistakes.length > 0) return `Invalid bulk query: ${mistakes[0].message}`
  const [operation] = document.definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION || operation.operation !== "query")
    return "Invalid bulk query: it must be a query."
  if (operation.variableDefinitions?.length) return "Invalid bulk query: variables are not supported."
  if (operation.selectionSet.selections.length !== 1)
    return "Bulk queries must have exactly one top-level field."
  const open: FieldNode[] = []
  const withoutId: string[] = []
  let connections = 0
  let deepest = 0
  const types = new TypeInfo(adminSchema)
  const visitor = visitWithTypeInfo(types, {
    Field: {
      enter(field) {
        if (!isConnection(types)) return
        connections += 1
        const parent = open.at(-1)
        if (parent && !selectsId(parent)) withoutId.push(parent.name.value)
        open.push(field)
        deepest = Math.max(deepest, open.length)
      },
      leave() {
        if (isConnection(types)) open.pop()
      },
    },
  })
  visit(document, visitor)
  if (connections === 0) return "Bulk queries must contain at least one connection."
  if (connections > MAX_CONNECTIONS)
    return `Bulk queries cannot contain more than ${MAX_CONNECTIONS} connections.`
  if (deepest > MAX_DEPTH)
    return `Bulk queries cannot contain connections with a nesting depth greater than ${MAX_DEPTH}.`
  if (withoutId.length > 0)
    return `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': ${withoutId.join(", ")}.`
  return null
}

/** Tells whether a connection's nodes are asked for their id, which their children's lines name. */
function selectsId(connection: FieldNode): boolean {
  const nodes = fieldsOf(connection).flatMap((field) =>
    field.name.value === "edges" ? fieldsOf(field) : [field],
  )
  return nodes
    .filter(({ name }) => name.value === "node" || name.value === "nodes")
    .some((node) => fieldsOf(node).some(({ name, alias }) => name.value === "id" && !alias))
}

function fieldsOf({ selectionSet }: FieldNode): FieldNode[] {
  return selectionSet?.selections.filter((one) => one.kind === Kind.FIELD) ?? []
}

function isConnection(types: TypeInfo): boolean {
  const type = types.getType()
  return type != null && getNamedType(type).name.endsWith("Connection")
}
