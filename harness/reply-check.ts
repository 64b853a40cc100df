import { type Schema, Validator } from "@cfworker/json-schema"

/** One answer of the app. `body` is the parsed JSON, if it is JSON. */
export type Seen = {
  method: string
  path: string
  status: number
  contentType: string | null
  body?: unknown
}

type Reply = { $ref?: string; content?: Record<string, { schema: Schema }> }
type Operation = { responses: Record<string, Reply> }
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Reply> }
}

/** The statuses allowed for a call that the document lacks: unknown, or refused before. */
const REFUSALS_OF_UNKNOWN = [403, 404, 408, 413, 429, 503]

/**
 * Returns a check of replies against an OpenAPI document: the reason why a reply is wrong, or null. A
 * path, status or field that is not described is wrong, because the document closes its objects.
 */
export function replyChecker(document: Document): (seen: Seen) => string | null {
  const paths = Object.entries(document.paths)
    .map(([path, operations]) => ({ path, operations, pattern: patternOf(path) }))
    .sort((a, b) => parametersIn(a.path) - parametersIn(b.path))
  const validators = new Map<Schema, Validator>()
  return (seen) => {
    const { method, path, status } = seen
    // A browser's question about a call is none itself.
    if (!path.startsWith("/api/") || (method === "OPTIONS" && status === 204)) return null
    const described = paths.find(
      ({ pattern, operations }) => pattern.test(path) && operationOf(operations, method) !== undefined,
    )
    const reply = described
      ? resolved(operationOf(described.operations, method)?.responses[status])
      : REFUSALS_OF_UNKNOWN.includes(status)
        ? document.components.responses[`Error${status}`]
        : undefined
    const problem = reply ? problemOf(reply, seen) : "this status is not described"
    return problem && `${method} ${path} ${status}: ${problem}`
  }

  function resolved(reply: Reply | undefined): Reply | undefined {
    return reply?.$ref ? document.components.responses[reply.$ref.split("/").at(-1) ?? ""] : reply
  }

  function problemOf({ content }: Reply, { method, contentType, body }: Seen): string | null {
    if (method === "HEAD") return null
    const type = contentType?.split(";")[0].trim() ?? ""
    if (!content) return body === undefined ? null : "a body where none is described"
    const schema = content[type]?.schema
    if (!schema) return `the type ${type || "(none)"} is not described`
    if (type !== "application/json") return null
    const validator = validators.get(schema) ?? new Validator(schema, "2020-12")
    validators.set(schema, validator)
    const { errors } = validator.validate(body)
    // The last one is the innermost, the cause of the others.
    const innermost = errors.at(-1)
    return innermost ? `${innermost.instanceLocation} ${innermost.error}` : null
  }
}

/** Returns the operation of a method; a path with GET answers HEAD too. */
function operationOf(operations: Record<string, Operation>, method: string): Operation | undefined {
  return operations[(method === "HEAD" ? "GET" : method).toLowerCase()]
}

function patternOf(path: string): RegExp {
  const literal = path.replaceAll(".", "\\.")
  return new RegExp(`^${literal.replaceAll(/\{\w+\}/g, "[^/]+")}$`)
}

function parametersIn(path: string): number {
  return path.split("{").length - 1
}
