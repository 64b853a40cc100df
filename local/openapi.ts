import { Hono } from "hono"
import {
  type DescribeRouteOptions,
  describeRoute,
  type GenerateSpecOptions,
  generateSpecs,
  resolver,
} from "hono-openapi"
import { z } from "zod"
import { ACCOUNT_HEADER } from "../contract/accounts/role.ts"
import { scopes } from "../contract/accounts/scope.ts"
import { aboutGroups, wholeApi } from "../contract/api/whole-api.ts"
import { type ErrorCode, errorBodySchema, statusOfCode } from "../contract/error.ts"
import { idSchema } from "../contract/id.ts"
import { KEY_DAYS, MAX_CHANGES_AN_HOUR, MAX_KEY_LENGTH, MAX_WAIT_S } from "../contract/limit.ts"
import {
  type Caller,
  codesOf,
  honoPath,
  isChange,
  KEY_HEADER,
  leastRoleOf,
  pathsOf,
  REPLAYED_HEADER,
  type Route,
  takesKey,
} from "../contract/route.ts"
import { productName } from "../contract/text.ts"
import { aboutCalls, exampleBodies } from "./openapi-examples.ts"
import { inputOptions, jsonSchemaOf, outputOptions } from "./openapi-schemas.ts"
import { eventSignature, eventWebhooks } from "./openapi-webhooks.ts"

/** The ways in which each kind of caller authenticates. */
const securityOfCaller: Record<Caller, Record<string, string[]>[]> = {
  anyone: [],
  user: [{ session: [] }],
  script: [{ session: [] }],
  socket: [{ session: [] }],
  admin: [{ session: [] }],
  operator: [{ operatorKey: [] }],
  vendor: [{ paypalSignature: [] }],
}

const changesAnHour = MAX_CHANGES_AN_HOUR.toLocaleString("en-US")

/** What a program has to know to call, and each scope. */
const aboutTokens = [
  "An access token, made by its owner on the profile page: `Authorization: Bearer ss_live_…`. Calls with one need neither cookies nor an origin, and pages of any origin may make them. A call names the scope that it needs; one that names none is for people alone.",
  ...Object.entries(scopes).map(([scope, words]) => `- \`${scope}\`: ${words}`),
].join("\n")

const documentation = (): Partial<GenerateSpecOptions["documentation"]> => ({
  info: {
    title: productName,
    version: "1",
    description: `Programs call with an access token. Without one, changes are taken from the app's own pages alone: a caller without Fetch Metadata sends \`X-Requested-With: sheetsmith\`. Every change is counted: ${changesAnHour} an hour for an account, and fewer of what is expensive. \`RateLimit\` says how many are left. Past that, a call answers 429 and says in \`Retry-After\` how many seconds to wait. Texts are taken without spaces at their ends and without characters that nobody sees; their lengths count UTF-16 code units. A list names each thing once. Where examples stand, there is a rule that the schema cannot say. [What errors mean](/developers#errors).`,
    license: { name: "UNLICENSED", url: "https://docs.npmjs.com/cli/configuring-npm/package-json#license" },
  },
  servers: [{ url: "/" }],
  tags: Object.entries(aboutGroups).map(([group, description]) => ({ name: tagOf(group), description })),
  components: {
    securitySchemes: {
      session: { type: "apiKey", in: "cookie", name: "__Host-session" },
      accessToken: { type: "http", scheme: "bearer", description: aboutTokens },
      operatorKey: { type: "http", scheme: "bearer" },
      eventSignature,
      paypalSignature: { type: "apiKey", in: "header", name: "paypal-transmission-sig" },
    },
    responses: errorReplies(),
    headers: {
      RateLimit: {
        description:
          "What is left of each limit that counts the call: `r` calls, until `t` seconds from now (draft-ietf-httpapi-ratelimit-headers).",
        schema: { type: "string" },
        example: `"change-account";r=5999;t=3600`,
      },
      RateLimitPolicy: {
        description: "Those limits: `q` calls in `w` seconds.",
        schema: { type: "string" },
        example: `"change-account";q=6000;w=3600`,
      },
    },
  },
})

/**
 * Makes the OpenAPI 3.1 document of all calls in contract/api/, and of the events that endpoints get. The build makes it: what makes it would be 15 KiB of the
 * edge's 500.
 */
export async function openApiDocument(): Promise<object> {
  const app = new Hono()
  for (const route of namesOf.keys()) {
    const methods = route.method === "PUT" ? ["PUT", "PATCH"] : [route.method]
    const paths = pathsOf(route).map((path) => `/api${honoPath(path)}`)
    app.on(methods, paths, describeRoute(operationOf(route)), (c) => c.body(null))
  }
  const isComplete = { excludeStaticFile: false, defaultValidationErrorResponse: false }
  const calls = await generateSpecs(app, { documentation: documentation(), ...isComplete })
  return { ...calls, webhooks: eventWebhooks(tagOf("events")) }
}

const namesOf = new Map<Route, [group: string, name: string]>(
  Object.entries(wholeApi).flatMap(([group, routes]) =>
    Object.entries(routes).map(([name, route]) => [route, [group, name]] as const),
  ),
)

/** Returns the ways in which a call is authenticated; a token by its scope, and beside a session or nothing. */
function securityOf({ caller, scope }: Route): Record<string, string[]>[] {
  const own = securityOfCaller[caller]
  if (scope === undefined) return own
  const byToken = { accessToken: scope === "any" ? [] : [scope] }
  return caller === "anyone" ? [{}, byToken] : [...own, byToken]
}

/** Describes a call. Schemas become JSON Schema when the document is asked for, not at start. */
function operationOf(route: Route): DescribeRouteOptions {
  const names = namesOf.get(route)
  if (!names) throw new Error(`${route.method} ${route.path} is missing in contract/api/whole-api.ts`)
  const [group, name] = names
  const content = contentOf(route, exampleBodies[`${group}.${name}`])
  return {
    // Each path and method of a call needs its own id.
    operationId: ({ method, path }) =>
      [`${group}.${name}`, ...(isFirst(route, method, path) ? [] : [suffixOf(method, path)])].join("."),
    summary: route.summary,
    description: aboutCalls[`${group}.${name}`],
    tags: [tagOf(group)],
    security: securityOf(route),
    ...(content && { requestBody: { required: !route.isBodyOptional, content } }),
    responses: { ...repliesOf(route), ...errorsOf(route) },
    get parameters() {
      return [
        ...pathParameters(route),
        ...queryParameters(route.query),
        ...(canBeElsewhere(route) ? [accountParameter] : []),
        ...(takesKey(route) ? [keyParameter] : []),
        ...(route.mayWait ? [waitParameter] : []),
      ]
    },
  }
}

function isFirst(route: Route, method: string, path: string): boolean {
  return method === route.method && path.replace(/^\/api/, "") === honoPath(route.path)
}

function suffixOf(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replace(/^\/api/, "").replaceAll(/[/:]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`
}

function tagOf(group: string): string {
  const words = group.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function contentOf({ body, form, bodyMedia }: Route, example: object | undefined) {
  if (bodyMedia) return filesOf([bodyMedia])
  if (!form && !body) return undefined
  return {
    ...(body && {
      "application/json": { schema: resolver(body, inputOptions), ...(example && { example }) },
    }),
    ...(form && { "multipart/form-data": { schema: resolver(form, inputOptions) } }),
  }
}

function repliesOf(route: Route) {
  const { replies, alsoAs = [] } = route
  const more = isCounted(route) ? { headers: rateHeaders } : {}
  const described = Object.entries(replies).map(([status, reply]) => {
    if (reply instanceof z.ZodType) {
      const content = { "application/json": { schema: resolver(reply, outputOptions) }, ...filesOf(alsoAs) }
      return [status, { description: "Done", content, ...more }] as const
    }
    const { what, media } = reply
    const content = media.length > 0 && { content: filesOf(media) }
    return [status, { description: what, ...content, ...more }] as const
  })
  return Object.fromEntries(described)
}

function filesOf(media: readonly string[]) {
  return Object.fromEntries(media.map((type) => [type, { schema: {} }]))
}

/** Returns one shared reply per error status. */
function errorReplies() {
  const codesByStatus = Map.groupBy(Object.keys(statusOfCode) as ErrorCode[], (code) => statusOfCode[code])
  // The page also reads a refusal of a proxy, which has neither.
  const whole = errorBodySchema.required({ requestId: true, docs: true })
  const body = (codes: readonly ErrorCode[]) => resolver(whole.extend({ code: z.enum(codes) }), outputOptions)
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [
      `Error${status}`,
      {
        description: codes.join(" or "),
        content: { "application/json": { schema: body(codes) } },
        ...(codes.includes("too-many-requests") && {
          headers: { "Retry-After": retryAfter, ...rateHeaders },
        }),
      },
    ]),
  )
}

function errorsOf(route: Route) {
  const statuses = new Set([...codesOf(route)].map((code) => statusOfCode[code]))
  return Object.fromEntries(
    [...statuses].map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
  )
}

/** Returns true if the call is counted by its account. */
function isCounted(route: Route): boolean {
  return isChange(route) && ["user", "script", "admin"].includes(route.caller)
}

const rateHeaders = {
  RateLimit: { $ref: "#/components/headers/RateLimit" },
  "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
}
const retryAfter = { description: "The seconds to wait.", schema: { type: "integer" as const } }

const keyParameter = {
  in: "header" as const,
  name: KEY_HEADER,
  required: false,
  description: `Makes the call safe to repeat for ${KEY_DAYS} days: a success is answered again, with ${REPLAYED_HEADER}: true; what failed half-way is finished. Another call with the same key is refused.`,
  schema: { type: "string" as const, minLength: 1, maxLength: MAX_KEY_LENGTH },
}

/** Returns true if the call may be made in an account that the caller was invited to. */
function canBeElsewhere(route: Route): boolean {
  const least = leastRoleOf(route)
  return least !== null && least !== "owner"
}

const accountParameter = {
  in: "header" as const,
  name: ACCOUNT_HEADER,
  required: false,
  description:
    "The account that the call is for, of those that the caller works in; else the one named last.",
  schema: { type: "string" as const },
}

const waitParameter = {
  in: "header" as const,
  name: "Prefer",
  required: false,
  description: `\`wait=${MAX_WAIT_S}\`: answer at the end of what runs, or after so many seconds, ${MAX_WAIT_S} at most (RFC 7240).`,
  schema: { type: "string" as const },
}

function pathParameters({ path, params = {} }: Route) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    in: "path" as const,
    name,
    required: true,
    schema: jsonSchemaOf(params[name] ?? idSchema, inputOptions) as object,
  }))
}

function queryParameters(query: z.ZodType | undefined) {
  if (!query) return []
  const { properties = {} } = jsonSchemaOf(query, inputOptions)
  // Fields with a default or a fallback are optional, even if their JSON Schema requires them.
  const needed = new Set(query.safeParse({}).error?.issues.map(({ path }) => path[0]))
  return Object.entries(properties).map(([name, schema]) => ({
    in: "query" as const,
    name,
    required: needed.has(name),
    schema: schema as object,
  }))
}
