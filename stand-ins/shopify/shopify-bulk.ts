import { randomUUID } from "node:crypto"
import type { ExecutionResult } from "graphql"
import { bulkProblem } from "./shopify-bulk-query.ts"
import { gid } from "./shopify-orders.ts"

const MAX_RUNNING = 5
/** The number of operations, with their files, that are kept for one shop. */
const MAX_KEPT = 10
const TAKES_MS = 200

type ErrorCode = "ACCESS_DENIED" | "INTERNAL_SERVER_ERROR" | "TIMEOUT"
type Operation = {
  id: string
  token: string
  query: string
  createdMs: number
  readyMs: number
  isCancelled: boolean
  errorCode: ErrorCode | null
  /** The address that is given for its file; null: this server's. */
  fileOrigin: string | null
  /** The whole text, or the part that existed when the operation failed. */
  file: Buffer
  objects: number
  roots: number
}
type Outcome = { times: number; takesMs: number; errorCode: ErrorCode | null; fileOrigin?: string | null }

/** Bulk operations of every shop (shopify.dev/docs/api/usage/bulk-operations/queries). */
export class BulkOperations {
  #operations = new Map<string, Operation[]>()
  #next: Outcome = { times: 0, takesMs: TAKES_MS, errorCode: null }

  /** The next `times` operations take that long, end in that error, and have their files there. */
  order(outcome: Outcome): void {
    this.#next = outcome
  }

  run(shop: string, query: string, isGrouped: boolean, read: (text: string) => ExecutionResult) {
    const problem = bulkProblem(query)
    if (problem) return refused("INVALID", problem)
    const kept = this.of(shop)
    if (
      kept.filter((one) => statusOf(one) === "RUNNING" || statusOf(one) === "CREATED").length >= MAX_RUNNING
    )
      return refused(
        "LIMIT_REACHED",
        `Limit of ${MAX_RUNNING} bulk query operations for this app and shop is reached.`,
      )
    const ordered: Omit<Outcome, "times"> =
      this.#next.times > 0 ? this.#next : { takesMs: TAKES_MS, errorCode: null }
    this.#next.times -= 1
    const { data, errors } = read(query)
    const isDenied = errors?.some(({ extensions }) => extensions.code === "ACCESS_DENIED") ?? false
    const root = data ? Object.values(data)[0] : null
    const lines = linesOf(root, isGrouped)
    const operation: Operation = {
      id: gid("BulkOperation", Math.floor(Math.random() * 1e12)),
      token: randomUUID(),
      query,
      createdMs: Date.now(),
      readyMs: Date.now() + ordered.takesMs,
      isCancelled: false,
      errorCode: isDenied ? "ACCESS_DENIED" : ordered.errorCode,
      fileOrigin: ordered.fileOrigin ?? null,
      file: fileOf(
        isDenied || ordered.errorCode !== null ? lines.slice(0, Math.ceil(lines.length / 2)) : lines,
      ),
      objects: lines.length,
      roots: nodesOf(root)?.length ?? 0,
    }
    this.#operations.set(shop, [operation, ...kept].slice(0, MAX_KEPT))
    return { bulkOperation: bulkNode(operation, ""), userErrors: [] }
  }

  cancel(shop: string, id: string, origin: string) {
    const operation = this.of(shop).find((one) => one.id === id)
    if (!operation)
      return {
        bulkOperation: null,
        userErrors: [{ field: ["id"], message: "Bulk operation does not exist" }],
      }
    if (statusOf(operation) === "RUNNING" || statusOf(operation) === "CREATED") operation.isCancelled = true
    return { bulkOperation: bulkNode(operation, origin), userErrors: [] }
  }

  /** The operations, the newest first. */
  of(shop: string): Operation[] {
    return this.#operations.get(shop) ?? []
  }

  /** Returns the file at that address: whole, or the part that existed when the operation failed. */
  file(token: string): Buffer | null {
    for (const operations of this.#operations.values()) {
      const bulk = operations.find((one) => one.token === token)
      if (bulk && bulk.readyMs <= Date.now()) return bulk.file
    }
    return null
  }

  state() {
    return [...this.#operations].flatMap(([shop, operations]) =>
      operations.map((one) => ({ shop, status: statusOf(one), objects: one.objects })),
    )
  }
}

export function bulkNode(operation: Operation, origin: string) {
  const status = statusOf(operation)
  const isOver = status !== "CREATED" && status !== "RUNNING"
  const url =
    operation.objects > 0
      ? `${operation.fileOrigin ?? origin}/shopify/cdn/bulk/${operation.token}.jsonl`
      : null
  return {
    __typename: "BulkOperation",
    id: operation.id,
    status,
    type: "QUERY",
    query: operation.query,
    createdAt: new Date(operation.createdMs).toISOString(),
    completedAt: status === "COMPLETED" ? new Date(operation.readyMs).toISOString() : null,
    errorCode: status === "FAILED" ? operation.errorCode : null,
    objectCount: String(isOver ? operation.objects : 0),
    rootObjectCount: String(isOver ? operation.roots : 0),
    fileSize: status === "COMPLETED" && url ? String(operation.file.length) : null,
    url: status === "COMPLETED" ? url : null,
    partialDataUrl: status === "FAILED" ? url : null,
  }
}

/** Returns the body of `bulk_operations/finish`. */
export function finishPayload(operation: Operation): Record<string, unknown> {
  return {
    admin_graphql_api_id: operation.id,
    status: statusOf(operation).toLowerCase(),
    error_code: operation.errorCode?.toLowerCase() ?? null,
    type: "query",
    created_at: new Date(operation.createdMs).toISOString(),
    completed_at: new Date(operation.readyMs).toISOString(),
  }
}

function statusOf(operation: Operation): "CREATED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELED" {
  if (operation.isCancelled) return "CANCELED"
  if (Date.now() < operation.readyMs) return Date.now() < operation.createdMs + 20 ? "CREATED" : "RUNNING"
  return operation.errorCode === null ? "COMPLETED" : "FAILED"
}

function fileOf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(""))
}

/**
 * Returns one line for each object, children with their parent's id. Grouped, they follow their parent;
 * else their place is undefined: here, after all parents, the last parent's first.
 */
function linesOf(root: unknown, isGrouped: boolean): string[] {
  const own: string[] = []
  const far: string[][] = []
  for (const node of nodesOf(root) ?? []) {
    const [parent, ...children] = flattened(node, null)
    own.push(parent, ...(isGrouped ? children : []))
    if (!isGrouped) far.push(children)
  }
  return [...own, ...far.toReversed().flat()]
}

function flattened(node: Fields, parentId: string | null): string[] {
  const plain: Fields = {}
  const children: string[] = []
  for (const [name, value] of Object.entries(node)) {
    const inner = nodesOf(value)
    if (inner) children.push(...inner.flatMap((child) => flattened(child, String(node.id))))
    else plain[name] = value
  }
  return [JSON.stringify(parentId === null ? plain : { ...plain, __parentId: parentId }), ...children]
}

type Fields = Record<string, unknown>

/** Returns the objects of a connection; null for anything else. */
function nodesOf(value: unknown): Fields[] | null {
  if (typeof value !== "object" || value === null) return null
  if ("nodes" in value && Array.isArray(value.nodes)) return value.nodes
  if ("edges" in value && Array.isArray(value.edges))
    return value.edges.map((edge: { node: Fields }) => edge.node)
  return null
}

function refused(code: "INVALID" | "LIMIT_REACHED", message: string) {
  return { bulkOperation: null, userErrors: [{ code, field: ["query"], message }] }
}
