// Stands in for `worker/assistant/assistant.ts` in the built edge: the same transport, with the tools, resources and prompts whose names
// and answers the scenarios of @modelcontextprotocol/conformance expect of a server.
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createMcpHandler,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server"
import { z } from "zod"

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
const nothing = z.object({})
/** The seal of what a client is to give back between two rounds; no isolate here lives shorter than a scenario. */
const states = createRequestStateCodec<{ round: number }>({ key: new TextEncoder().encode("a".repeat(32)) })

/** Answers a request of the checks as `serveAssistant` answers one of an assistant. */
export function serveAssistant(request: Request): Promise<Response> {
  const handler = createMcpHandler(() => server(() => handler.notify))
  return handler.fetch(request)
}

type Notify = () => ReturnType<typeof createMcpHandler>["notify"]

function server(notify: Notify): McpServer {
  const changes = { listChanged: true }
  const made = new McpServer(
    { name: "fixtures", version: "1" },
    {
      capabilities: { tools: changes, resources: changes, prompts: changes, logging: {}, completions: {} },
      requestState: { verify: states.verify },
    },
  )
  addContents(made)
  addStreams(made, notify)
  addQuestions(made)
  addResources(made)
  addPrompts(made)
  made.server.setRequestHandler("logging/setLevel", () => ({}))
  made.server.setRequestHandler("completion/complete", () => ({
    completion: { values: [], total: 0, hasMore: false },
  }))
  return made
}

function textOf(text: string): CallToolResult {
  return { content: [{ type: "text", text }] }
}

/** Adds tools with each kind of content. */
function addContents(to: McpServer): void {
  const image = { type: "image", data: PNG, mimeType: "image/png" } as const
  const contents: Record<string, CallToolResult["content"]> = {
    test_simple_text: [{ type: "text", text: "This is a simple text response for testing." }],
    test_image_content: [image],
    test_audio_content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }],
    test_embedded_resource: [
      {
        type: "resource",
        resource: { uri: "test://embedded-resource", mimeType: "text/plain", text: "Here." },
      },
    ],
    test_multiple_content_types: [
      { type: "text", text: "Several:" },
      image,
      { type: "resource", resource: { uri: "test://mixed", mimeType: "application/json", text: '{"a":1}' } },
    ],
    test_streaming_elicitation: [{ type: "text", text: "No question on its own." }],
  }
  for (const [name, content] of Object.entries(contents))
    to.registerTool(name, { description: name }, () => ({ content }))
  to.registerTool("test_error_handling", { description: "Fails" }, () => {
    throw new Error("This tool intentionally returns an error for testing")
  })
  const region = { type: "string", "x-mcp-header": "Region" }
  const mirrored = fromJsonSchema<{ region?: string }>({ type: "object", properties: { region } })
  to.registerTool("test_x_mcp_header", { description: "Has a header", inputSchema: mirrored }, (given) =>
    textOf(`region=${given.region ?? "<none>"}`),
  )
  to.registerTool(
    "json_schema_2020_12_tool",
    { description: "Has a schema", inputSchema: fromJsonSchema(schema) },
    () => textOf("Fits."),
  )
}

/** A schema with those words of JSON Schema 2020-12 that a list of tools has to keep. */
const schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
}

/** Adds tools that say something before they answer, or to other streams. */
function addStreams(to: McpServer, notify: Notify): void {
  const say = (ctx: ServerContext, data: string) =>
    ctx.mcpReq.notify({ method: "notifications/message", params: { level: "info", data } })
  to.registerTool(
    "test_tool_with_logging",
    { description: "Logs", inputSchema: nothing },
    async (_given, ctx) => {
      for (const words of ["Tool execution started", "Tool processing data", "Tool execution completed"])
        await say(ctx, words)
      return textOf("Logged.")
    },
  )
  to.registerTool("test_logging_tool", { description: "Logs", inputSchema: nothing }, async (_given, ctx) => {
    await ctx.mcpReq.log("info", "Only for a request that wants it")
    return textOf("Logged.")
  })
  to.registerTool(
    "test_tool_with_progress",
    { description: "Goes on", inputSchema: nothing },
    async (_given, ctx) => {
      const progressToken = ctx.mcpReq._meta?.progressToken
      for (const progress of progressToken === undefined ? [] : [0, 50, 100])
        await ctx.mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken: progressToken ?? 0, progress, total: 100 },
        })
      return textOf(String(progressToken))
    },
  )
  to.registerTool("test_trigger_tool_change", { description: "Changes", inputSchema: nothing }, () => {
    notify().toolsChanged()
    return textOf("Told.")
  })
  to.registerTool("test_trigger_prompt_change", { description: "Changes", inputSchema: nothing }, () => {
    notify().promptsChanged()
    return textOf("Told.")
  })
}

type Answer = CallToolResult | InputRequiredResult
const ASK = "test_input_required_result_"
const nameQuestion = formOf("What is your name?", "name")
const rootsQuestion = inputRequired.listRoots()

function formOf(message: string, field: string, isText = true) {
  const property = isText ? { type: "string" as const } : { type: "boolean" as const }
  const requestedSchema = { type: "object" as const, properties: { [field]: property }, required: [field] }
  return inputRequired.elicit({ message, requestedSchema })
}

function completionOf(text: string) {
  return inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 50,
  })
}

/** Adds tools that ask their client before they answer. */
function addQuestions(to: McpServer): void {
  const add = (name: string, run: (ctx: ServerContext) => Answer | Promise<Answer>) =>
    to.registerTool(name, { description: "Asks", inputSchema: nothing }, (_given, ctx) => run(ctx))
  const answersOf = ({ mcpReq: { inputResponses } }: ServerContext) => inputResponses ?? {}
  add("test_missing_capability", (ctx) =>
    answersOf(ctx).answer
      ? textOf("Answered.")
      : inputRequired({ inputRequests: { answer: completionOf("Say pong") } }),
  )
  add(`${ASK}elicitation`, (ctx) => {
    const name = acceptedContent<{ name: unknown }>(answersOf(ctx), "user_name")?.name
    if (typeof name === "string") return textOf(`Hello, ${name}!`)
    return inputRequired({ inputRequests: { user_name: nameQuestion } })
  })
  add(`${ASK}sampling`, (ctx) => {
    const answer = answersOf(ctx).capital_question
    if (answer) return textOf(`Sampling response: ${JSON.stringify(answer)}`)
    return inputRequired({
      inputRequests: { capital_question: completionOf("What is the capital of France?") },
    })
  })
  add(`${ASK}list_roots`, (ctx) => {
    const answer = answersOf(ctx).client_roots
    if (answer) return textOf(`Roots: ${JSON.stringify(answer)}`)
    return inputRequired({ inputRequests: { client_roots: rootsQuestion } })
  })
  for (const name of ["request_state", "tampered_state"])
    add(ASK + name, async (ctx) => {
      const isSure = acceptedContent(answersOf(ctx), "confirm") !== undefined
      if (isSure && ctx.mcpReq.requestState() !== undefined) return textOf("state-ok: integrity-ok")
      const requestState = await states.mint({ round: 0 })
      const confirm = formOf("Please confirm", "ok", false)
      return inputRequired({ inputRequests: { confirm }, requestState })
    })
  add(`${ASK}multiple_inputs`, async (ctx) => {
    const { user_name, greeting, client_roots } = answersOf(ctx)
    if (user_name && greeting && client_roots) return textOf("All three.")
    const inputRequests = {
      user_name: nameQuestion,
      greeting: completionOf("Generate a greeting"),
      client_roots: rootsQuestion,
    }
    return inputRequired({ inputRequests, requestState: await states.mint({ round: 0 }) })
  })
  add(`${ASK}multi_round`, async (ctx) => {
    const round = ctx.mcpReq.requestState<{ round: number }>()?.round ?? 0
    if (round === 2) return textOf("Both rounds.")
    const step = formOf(`Step ${round + 1}`, round === 0 ? "name" : "color")
    const requestState = await states.mint({ round: round + 1 })
    return inputRequired({ inputRequests: { [`step${round + 1}`]: step }, requestState })
  })
  add(`${ASK}capabilities`, (ctx) => {
    if (ctx.mcpReq.inputResponses !== undefined) return textOf("Answered.")
    const envelope: Record<string, unknown> = ctx.mcpReq.envelope ?? {}
    const can = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
    const inputRequests: InputRequests = {
      ...(can?.elicitation && { user_name: nameQuestion }),
      ...(can?.sampling && { greeting: completionOf("Generate a greeting") }),
      ...(can?.roots && { client_roots: rootsQuestion }),
    }
    return Object.keys(inputRequests).length === 0
      ? textOf("Nothing to ask.")
      : inputRequired({ inputRequests })
  })
}

function addResources(to: McpServer): void {
  const text = "This is the content of the static text resource."
  const add = (name: string, mimeType: string, content: { text: string } | { blob: string }) => {
    const uri = `test://${name}`
    const read = () => ({ contents: [{ uri, mimeType, ...content }] })
    to.registerResource(name, uri, { title: name, description: name, mimeType }, read)
  }
  add("static-text", "text/plain", { text })
  add("static-binary", "image/png", { blob: PNG })
  add("watched-resource", "text/plain", { text })
  const mimeType = "application/json"
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined })
  to.registerResource("template", template, { title: "Template", mimeType }, (uri, { id }) => ({
    contents: [{ uri: `${uri}`, mimeType, text: JSON.stringify({ id, data: `Data for ID: ${id}` }) }],
  }))
  to.server.setRequestHandler("resources/subscribe", () => ({}))
  to.server.setRequestHandler("resources/unsubscribe", () => ({}))
}

function addPrompts(to: McpServer): void {
  const user = "user" as const
  const said = (text: string) => ({ role: user, content: { type: "text" as const, text } })
  to.registerPrompt("test_simple_prompt", { description: "Simple" }, () => ({
    messages: [said("This is a simple prompt for testing.")],
  }))
  const two = z.object({ arg1: z.string(), arg2: z.string() })
  to.registerPrompt(
    "test_prompt_with_arguments",
    { description: "Arguments", argsSchema: two },
    ({ arg1, arg2 }) => ({
      messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    }),
  )
  const address = z.object({ resourceUri: z.string() })
  to.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "Resource", argsSchema: address },
    ({ resourceUri }) => {
      const resource = { uri: resourceUri, mimeType: "text/plain", text: "Embedded." }
      return {
        messages: [{ role: user, content: { type: "resource", resource } }, said("Please process it.")],
      }
    },
  )
  to.registerPrompt("test_prompt_with_image", { description: "Image" }, () => ({
    messages: [
      { role: user, content: { type: "image", data: PNG, mimeType: "image/png" } },
      said("Please look at it."),
    ],
  }))
  // One without a schema of arguments gets the context as its only argument, which the package's type does not say.
  to.registerPrompt(`${ASK}prompt`, { description: "Asks" }, (given: unknown) => {
    const { mcpReq } = given as ServerContext
    const context = acceptedContent<{ context: string }>(mcpReq.inputResponses, "user_context")?.context
    if (context !== undefined) return { messages: [said(`Use the following context: ${context}`)] }
    return inputRequired({
      inputRequests: { user_context: formOf("What context should the prompt use?", "context") },
    })
  })
}
