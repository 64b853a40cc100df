import { type Schema, Validator } from "@cfworker/json-schema"
import { nastyText, nastyValue, pick } from "./nasty.ts"
import { drawnValue, type ValueSchema } from "./schema-values.ts"

type Random = () => number
type Parameter = {
  in: "path" | "query" | "header"
  name: string
  required: boolean
  schema: ValueSchema
}
/** A call as an OpenAPI document describes it. */
export type DescribedCall = {
  method: string
  path: string
  parameters: readonly Parameter[]
  /** The schemas of its body by media type. */
  bodies: readonly (readonly [media: string, schema: ValueSchema])[]
  isBodyRequired: boolean
  /** The names of the ways in which a caller proves who it is; none where nobody need. */
  callers: readonly string[]
}

type Operation = {
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: ValueSchema }> }
  security?: Record<string, string[]>[]
  responses: Record<string, unknown>
}

/** Returns the calls that an OpenAPI document describes; those that open a socket are none of HTTP's own. */
export function describedCalls(document: object): DescribedCall[] {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => !("101" in responses))
      .map(([method, { parameters = [], requestBody, security = [] }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
        bodies: Object.entries(requestBody?.content ?? {}).map(
          ([media, { schema }]) => [media, schema] as const,
        ),
        isBodyRequired: requestBody?.required ?? false,
        callers: security.flatMap((way) => Object.keys(way)),
      })),
  )
}

/** The newest ids of a kind that are kept. */
const KEPT_IDS = 20
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/
const UNKNOWN_ID = "0197f3c0-0000-7000-8000-000000000000"

/**
 * The ids that a caller has had in replies, by the noun that they are of and by the list that they stand in, and the texts that paths
 * are named by.
 */
export class KnownIds {
  readonly #known = new Map<string, string[]>()
  /** The things in which others are, as a print has items. */
  readonly #holders = new Map<string, string>()
  readonly #names: ReadonlySet<string>

  /** `calls`: those whose path's parameters are of use when a reply has a text of that name. */
  constructor(calls: readonly DescribedCall[]) {
    this.#names = new Set(
      calls.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)),
    )
  }

  /** Keeps the ids in the reply of a call; `address` is the path that it was sent to. */
  learn({ method, path }: Pick<DescribedCall, "method" | "path">, address: string, reply: unknown): void {
    const [noun, ...more] = path.split("/").slice(2)
    const last = more.at(-1) ?? noun
    const holder = idsIn(address.split("?")[0]).at(-1)
    // What a changed thing had in it before is gone.
    if (["PUT", "PATCH"].includes(method) && path.endsWith("}"))
      this.forget(ownIds(reply).flatMap((id) => this.#heldBy(id)))
    for (const id of ownIds(reply)) {
      if (!path.endsWith("}")) this.#add(path, id)
      if (holder !== undefined && holder !== id) this.#holders.set(id, holder)
    }
    this.#walk(reply, method === "GET" && /^[a-z-]+s$/.test(last) ? last : noun)
  }

  /** Drops ids that lead nowhere any more; returns the kinds that had some. */
  forget(ids: readonly string[]): string[] {
    const kinds = [...this.#known].filter(([, known]) => known.some((id) => ids.includes(id)))
    for (const [kind, known] of kinds)
      this.#known.set(
        kind,
        known.filter((id) => !ids.includes(id)),
      )
    return kinds.map(([kind]) => kind)
  }

  /** Returns the thing that a thing is in; undefined if that is not known. */
  holderOf(id: string): string | undefined {
    return this.#holders.get(id)
  }

  /** Returns an id for a field or a path's parameter of this name; undefined if none is known. */
  pick(name: string, path: string, random: Random): string | undefined {
    if (this.#names.has(name) && !/id$/i.test(name)) return this.#newest(name, random)
    const isInPath = path.includes(`{${name}}`)
    const list = path.split(`/{${name}}`)[0]
    const listed = isInPath ? this.#newest(list, random) : undefined
    if (listed !== undefined) return listed
    const noun = stemOf(
      /^_?ids?$/.test(name) ? ((isInPath ? list.split("/").at(-1) : path.split("/")[2]) ?? "") : name,
    )
    const kinds = [...this.#known.keys()].filter((kind) => noun !== "" && kind.endsWith(noun))
    const inside = isInPath ? this.#inside(list, kinds) : []
    if (inside.length > 0) return pick(inside, random)
    const best = kinds.filter((kind) => kind === noun)
    const of = best.length > 0 ? best : kinds
    return of.length === 0 ? undefined : this.#newest(pick(of, random), random)
  }

  /** Returns the ids of those kinds that are in a thing of the list with which a path begins, as `/prints/{id}` does. */
  #inside(path: string, kinds: readonly string[]): string[] {
    const [outer, ...more] = path.split("/{")
    const holders = [outer, stemOf(outer.split("/").at(-1) ?? "")].flatMap(
      (kind) => this.#known.get(kind) ?? [],
    )
    const ids = more.length === 0 ? [] : kinds.flatMap((kind) => this.#known.get(kind) ?? [])
    return ids.filter((id) => holders.includes(this.#holders.get(id) ?? ""))
  }

  #heldBy(holder: string): string[] {
    return [...this.#holders].filter(([, own]) => own === holder).map(([id]) => id)
  }

  #newest(kind: string, random: Random): string | undefined {
    const ids = this.#known.get(kind) ?? []
    return ids.length === 0 ? undefined : pick(ids, random)
  }

  #walk(value: unknown, noun: string, holder?: string): void {
    if (Array.isArray(value)) for (const one of value) this.#walk(one, noun, holder)
    else if (typeof value === "string") {
      if (UUID.test(value)) this.#add(stemOf(noun), value)
    } else if (typeof value === "object" && value !== null) {
      const own = idOf(value)
      if (own !== undefined && holder !== undefined) this.#holders.set(own, holder)
      for (const [name, inner] of Object.entries(value)) {
        if (this.#names.has(name) && typeof inner === "string" && inner !== "" && !UUID.test(inner))
          this.#add(name, inner)
        else this.#walk(inner, name === "data" || /^_?ids?$/.test(name) ? noun : name, own ?? holder)
      }
    }
  }

  #add(kind: string, id: string): void {
    const others = (this.#known.get(kind) ?? []).filter((one) => one !== id)
    this.#known.set(kind, [...others, id].slice(-KEPT_IDS))
  }
}

/** Returns the ids that a text has, as a path or a body does. */
export function idsIn(text: string): string[] {
  return text.match(new RegExp(UUID.source.slice(1, -1), "g")) ?? []
}

/** Returns the ids of the things that a reply is about: one, or those in a list. */
function ownIds(reply: unknown): string[] {
  const data = typeof reply === "object" && reply !== null ? Reflect.get(reply, "data") : undefined
  return [data].flat().flatMap((one) => idOf(one) ?? [])
}

function idOf(value: unknown): string | undefined {
  const id = typeof value === "object" && value !== null ? Reflect.get(value, "_id") : undefined
  return typeof id === "string" && UUID.test(id) ? id : undefined
}

/** Returns what names of one noun have in common: `image-categories` and `imageCategoryId` are both `imagecategor`. */
function stemOf(name: string): string {
  return name
    .replace(/Ids?$/, "")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")
    .replace(/(ies|y)$/, "")
    .replace(/sses$/, "ss")
    .replace(/([^s])s$/, "$1")
}

/** A call to send. It is valid if the description says nothing against it. */
export type DrawnCall = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | FormData | Uint8Array<ArrayBuffer> | undefined
  isValid: boolean
}

/** The files that a form or a body may have. */
export type DrawFile = (random: Random) => { name: string; bytes: Uint8Array<ArrayBuffer> }

/** `isLost`: some of the call's ids are nobody's. */
type Sources = { ids: KnownIds; drawFile: DrawFile; random: Random; isLost?: boolean }

const VALID_SHARE = 0.6
/** The calls some of whose ids are nobody's, and the share of those ids in such a call. */
const LOST_SHARE = 0.03
const UNKNOWN_SHARE = 0.5
const QUERY_SHARE = 0.3
const KEY_SHARE = 0.1
/** The tries to draw a body that its schema takes. */
const TRIES = 30

/** Draws a call as it is described or, four times of ten, with something wrong in it. */
export function drawCall(call: DescribedCall, sources: Sources): DrawnCall {
  const { random } = sources
  const valid = drawValidCall(call, { ...sources, isLost: random() < LOST_SHARE })
  return random() < VALID_SHARE ? valid : spoilt(valid, call, sources)
}

/** Draws a call as it is described. */
export function drawValidCall(call: DescribedCall, sources: Sources): DrawnCall {
  const { random } = sources
  const { method, parameters } = call
  const value = ({ name, schema }: Parameter) => kept(schema, name, call, sources)
  const path = pathOf(call, value, sources)
  const query = parameters
    .filter((one) => one.in === "query" && one.name !== "after" && (one.required || random() < QUERY_SHARE))
    .map((one) => `${one.name}=${encodeURIComponent(String(value(one)))}`)
  const hasKey = parameters.some(({ name }) => name === "Idempotency-Key") && random() < KEY_SHARE
  const headers: Record<string, string> = hasKey
    ? { "idempotency-key": `key ${Math.floor(random() * 1000)}` }
    : {}
  const made = bodyOf(call, sources)
  if (made?.media) headers["content-type"] = made.media
  const address = `${path}${query.length > 0 ? `?${query.join("&")}` : ""}`
  return { method, path: address, headers, body: made?.body, isValid: made !== null }
}

/** Draws the path. A thing inside another is drawn first, and then that other one. */
function pathOf(call: DescribedCall, value: (own: Parameter) => unknown, { ids }: Sources): string {
  const drawn = new Map<string, string>()
  let inner: string | undefined
  for (const [, name] of [...call.path.matchAll(/\{(\w+)\}/g)].reverse()) {
    const own = call.parameters.find((one) => one.in === "path" && one.name === name)
    const holder = inner === undefined ? undefined : ids.holderOf(inner)
    inner = holder ?? String(own ? value(own) : "x")
    drawn.set(name, encodeURIComponent(inner) || "x")
  }
  return call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => drawn.get(name) ?? "x")
}

const validators = new WeakMap<ValueSchema, Validator>()

function fits(schema: ValueSchema, value: unknown): boolean {
  const validator = validators.get(schema) ?? new Validator(schema as Schema, "2020-12")
  validators.set(schema, validator)
  return validator.validate(value).valid
}

/** Draws a value that a schema allows; undefined if none of the tries came to one. */
function kept(
  schema: ValueSchema,
  field: string,
  call: DescribedCall,
  { ids, random, isLost = false }: Sources,
): unknown {
  const known = (name: string, own: ValueSchema) => {
    if (own.format === "uuid" && isLost && random() < UNKNOWN_SHARE) return UNKNOWN_ID
    if (own.format === "uuid") return ids.pick(name, call.path, random) ?? UNKNOWN_ID
    return own.type === "string" && !own.enum ? ids.pick(name, call.path, random) : undefined
  }
  for (let tries = 0; tries < TRIES; tries++) {
    const value = drawnValue(schema, field, { random, strange: 0, known, isKept: true })
    if (fits(schema, value)) return value
  }
  return undefined
}

type Body = { body: DrawnCall["body"]; media: string }

/** Draws a body; null if no value was found that its schema takes. */
function bodyOf(call: DescribedCall, sources: Sources): Body | null {
  const { random } = sources
  const { bodies, isBodyRequired } = call
  if (bodies.length === 0 || (!isBodyRequired && random() < 0.3)) return { body: undefined, media: "" }
  const [media, schema] = pick(bodies, random)
  if (media === "multipart/form-data") {
    const form = formOf(schema, call, sources)
    return form && { body: form, media: "" }
  }
  if (media !== "application/json") {
    const { bytes } = sources.drawFile(random)
    return bytes.length === 0 ? null : { body: bytes, media }
  }
  const value = kept(schema, "", call, sources)
  return value === undefined ? null : { body: JSON.stringify(value), media }
}

function formOf(schema: ValueSchema, call: DescribedCall, sources: Sources): FormData | null {
  const form = new FormData()
  const { properties = {}, required = [] } = schema
  for (const [name, part] of Object.entries(properties)) {
    if (!required.includes(name) && sources.random() < 0.5) continue
    if (part.format === "binary" || part.items?.format === "binary") {
      const file = sources.drawFile(sources.random)
      form.append(name, new File([file.bytes], file.name))
    } else {
      const value = kept(part, name, call, sources)
      if (value === undefined) return null
      form.append(name, typeof value === "string" ? value : JSON.stringify(value))
    }
  }
  return form
}

type Spoil = (valid: DrawnCall, call: DescribedCall, sources: Sources) => DrawnCall

/** Returns a call with something wrong in it, perhaps only what the description does not name. */
function spoilt(valid: DrawnCall, call: DescribedCall, sources: Sources): DrawnCall {
  const how = pick(
    typeof valid.body === "string" ? [...ways, ...waysOfBodies, ...waysOfBodies] : ways,
    sources.random,
  )
  const made = how(valid, call, sources)
  // No client sends one with a GET.
  return { ...made, body: made.method === "GET" ? undefined : made.body, isValid: false }
}

const ways: readonly Spoil[] = [
  (valid, { path }, { random }) => {
    const query = valid.path.split("?").slice(1).join("?")
    const strange = path.replaceAll(
      /\{\w+\}/g,
      () => encodeURIComponent(nastyText(random).toWellFormed()).slice(0, 2_000) || "x",
    )
    return { ...valid, path: query === "" ? strange : `${strange}?${query}` }
  },
  (valid, { parameters }, { random }) => {
    const { name } = pick([...parameters, { name: "x" }], random)
    const value = encodeURIComponent(nastyText(random).toWellFormed()).slice(0, 4_000)
    return { ...valid, path: `${valid.path}${valid.path.includes("?") ? "&" : "?"}${name}=${value}` }
  },
  (valid, _call, { random }) => {
    const name = pick(
      ["idempotency-key", "x-account", "accept", "range", "if-none-match", "content-type"],
      random,
    )
    const value = nastyText(random)
      .replaceAll(/[^ -~]/g, "?")
      .slice(0, 4_000)
    return { ...valid, headers: { ...valid.headers, [name]: value } }
  },
  (valid, _call, { random }) => ({ ...valid, method: pick(["GET", "POST", "PUT", "DELETE"], random) }),
]

/** The ways that need a body of JSON. */
const waysOfBodies: readonly Spoil[] = [
  (valid, call, { ids, random }) => {
    const [, schema = {}] = call.bodies.find(([media]) => media === "application/json") ?? []
    const known = (name: string) => ids.pick(name, call.path, random)
    return { ...valid, body: JSON.stringify(drawnValue(schema, "", { random, strange: 0.15, known })) }
  },
  (valid, _call, { random }) => ({ ...valid, body: JSON.stringify(changed(parsedBody(valid), random)) }),
  (valid, _call, { random }) => ({ ...valid, body: nastyText(random).toWellFormed() }),
  (valid, _call, { random }) => ({ ...valid, body: String(valid.body).slice(0, Math.floor(random() * 40)) }),
]

function parsedBody({ body }: DrawnCall): unknown {
  return JSON.parse(String(body))
}

/** Returns a value with one part of it left out, replaced, or one too many. */
function changed(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random() < 0.2) return nastyValue(random)
  const parts = Object.entries(value)
  if (parts.length === 0) return Array.isArray(value) ? [nastyValue(random)] : { unknown: nastyValue(random) }
  const [name, part] = pick(parts, random)
  const isDeep = typeof part === "object" && part !== null && random() < 0.6
  const one = isDeep ? changed(part, random) : nastyValue(random)
  if (Array.isArray(value)) return value.with(Number(name), one)
  const way = isDeep ? 1 : random()
  if (way < 0.4) return Object.fromEntries(parts.filter(([own]) => own !== name))
  return way < 0.5 ? { ...value, unknown: one } : { ...value, [name]: one }
}
