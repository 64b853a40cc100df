import {
  auth,
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client"
import { expect, test } from "vitest"
import type { ConnectedAssistant } from "../../../contract/accounts/connected-assistant.ts"
import { scopeNames, scopes as scopeWords } from "../../../contract/accounts/scope.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { MAX_ASSISTANTS } from "../../../contract/limit.ts"
import { givenToken, programOf } from "../../../harness/access-token.ts"
import { useApp } from "../../../harness/app.ts"
import {
  answerOf,
  askForTokens,
  assistantServer,
  CALLBACK,
  connectAssistant,
  pkce,
  questionOf,
  registerAssistant,
} from "../../../harness/connected-assistant.ts"
import { joined, workingIn } from "../../../harness/members.ts"
import type { Client as Browser } from "../../../local/client.ts"

const app = useApp()

const listed = async (client: Browser) => await client.expect<ConnectedAssistant[]>("GET", "/api/assistants")

const message = { jsonrpc: "2.0", id: 1, method: "tools/list" }
const accept = "application/json, text/event-stream"

/** Returns whether a token opens the address of assistants. */
const isLetIn = async (program: Browser) =>
  (await program.fetch("POST", "/mcp", message, { accept })).status !== 401

/** Returns what a tool answers to an assistant with this token. */
async function told(token: string, name: string): Promise<string> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const assistant = new Client({ name: "tester", version: "1" })
  await assistant.connect(new StreamableHTTPClientTransport(new URL(`${app.origin}/mcp`), { requestInit }))
  const { content } = await assistant.callTool({ name, arguments: {} })
  const [first] = content
  return first?.type === "text" ? first.text : ""
}

/** The grants, codes and tokens that the directory has of an account. */
const recordsOf = async (userId: string) => {
  const { results } = await app.db
    .prepare("SELECT key, value FROM oauth_record WHERE user_id = ? ORDER BY key")
    .bind(userId)
    .all<{ key: string; value: string }>()
  return results
}

test("an assistant that knows the address alone is let in by the protocol's own client, and calls until it is disconnected", async () => {
  const { client, userId } = await app.givenUser({ name: "Inviting" })
  const address = new URL(`${app.origin}/mcp`)
  let leadTo: URL | undefined
  const kept: Record<string, unknown> = {}
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: "Claude",
      redirect_uris: [CALLBACK],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => "as-it-was",
    clientInformation: () => kept.client as never,
    saveClientInformation(client) {
      kept.client = client
    },
    tokens: () => kept.tokens as never,
    saveTokens(tokens) {
      kept.tokens = tokens
    },
    redirectToAuthorization(url) {
      leadTo = url
    },
    saveCodeVerifier(verifier) {
      kept.verifier = verifier
    },
    codeVerifier: () => String(kept.verifier),
  }
  // It is refused, reads where it is described how to get in, registers itself, and sends the person on.
  expect(await auth(provider, { serverUrl: address })).toBe("REDIRECT")
  expect(leadTo?.origin).toBe(app.origin)
  expect(leadTo?.pathname).toBe("/connect")
  const question = leadTo?.search ?? ""
  const asked = await client.expect<object>("POST", "/api/assistants/asked", { question })
  expect(asked).toEqual({
    ...{ state: "asked", name: "Claude", host: "assistant.example", isOnThisComputer: false },
    email: expect.stringContaining("@"),
    scopes: Object.entries(scopeWords).map(([name, words]) => ({ name, words })),
  })
  const scopes = ["images:read", "settings:read"]
  const allowed = await client.expect<{ leadTo: string }>("POST", "/api/assistants", { question, scopes })
  const back = new URL(allowed.leadTo)
  expect(`${back.origin}${back.pathname}`).toBe(CALLBACK)
  expect(back.searchParams.get("state")).toBe("as-it-was")
  expect(back.searchParams.get("iss")).toBe(app.origin)
  expect(await listed(client)).toEqual([])
  const authorizationCode = back.searchParams.get("code") ?? ""
  expect(await auth(provider, { serverUrl: address, authorizationCode, iss: app.origin })).toBe("AUTHORIZED")

  const assistant = new Client({ name: "tester", version: "1" })
  await assistant.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }))
  const { tools } = await assistant.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["find_artwork", "list_sizes"]))
  expect(tools.map(({ name }) => name)).not.toContain("confirm_print")
  const { content } = await assistant.callTool({ name: "list_sizes", arguments: {} })
  expect(content).toEqual([{ type: "text", text: "No sizes yet." }])

  const [one] = await listed(client)
  expect(one).toMatchObject({ name: "Claude", host: "assistant.example", scopes })
  await expect.poll(async () => (await listed(client))[0].lastUsedFrom).not.toBeNull()
  const stored = JSON.stringify(await recordsOf(userId))
  const { access_token: token, refresh_token: refresh } = kept.tokens as {
    access_token: string
    refresh_token: string
  }
  for (const secret of [token, refresh, authorizationCode]) expect(stored).not.toContain(secret.split(":")[2])

  expect(await client.delete(`/api/assistants/${one._id}`)).toMatchObject({
    status: 200,
    message: "Disconnected. The assistant can do nothing here any more.",
  })
  expect(await recordsOf(userId)).toEqual([])
  expect(await isLetIn(programOf(client, token))).toBe(false)
  const clientId = (kept.client as { client_id: string }).client_id
  const again = { grant_type: "refresh_token", refresh_token: refresh, client_id: clientId }
  expect(await askForTokens(assistantServer(app.origin), again)).toMatchObject({
    status: 400,
    body: { error: "invalid_grant" },
  })
  expect(await client.delete(`/api/assistants/${one._id}`)).toMatchObject({ status: 404 })
  const events = app.securityLog().filter((line) => line.userId === userId)
  expect(events.map(({ event }) => event)).toEqual(["assistant-allowed", "assistant-removed"])
})

test("what an assistant has to know is described where its refusal says, for pages of any origin too", async () => {
  const { client } = await app.givenUser({ name: "Described" })
  const origin = "https://elsewhere.example"
  const visitor = assistantServer(app.origin)
  const metadata = `${app.origin}/.well-known/oauth-protected-resource/mcp`
  const bare = await visitor.fetch("POST", "/mcp", {}, { origin })
  expect(bare.headers.get("www-authenticate")).toBe(`Bearer resource_metadata="${metadata}"`)
  expect(bare.headers.get("access-control-allow-origin")).toBe("*")
  const wrong = await programOf(client, "wrong").fetch("POST", "/mcp", {})
  expect(wrong.headers.get("www-authenticate")).toBe(
    `Bearer error="invalid_token", resource_metadata="${metadata}"`,
  )
  const preflight = await visitor.fetch("OPTIONS", "/mcp", undefined, {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type,mcp-protocol-version",
  })
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"])

  const resource = await answerOf(visitor.fetch("GET", new URL(metadata).pathname, undefined, { origin }))
  expect(resource.body).toMatchObject({
    resource: `${app.origin}/mcp`,
    authorization_servers: [app.origin],
    scopes_supported: [...scopeNames],
  })
  const server = await answerOf(
    visitor.fetch("GET", "/.well-known/oauth-authorization-server", undefined, { origin }),
  )
  expect(server.headers.get("access-control-allow-origin")).toBe(origin)
  expect(server.body).toMatchObject({
    issuer: app.origin,
    authorization_endpoint: `${app.origin}/connect`,
    token_endpoint: `${app.origin}/oauth/token`,
    registration_endpoint: `${app.origin}/oauth/register`,
    scopes_supported: [...scopeNames],
    code_challenge_methods_supported: ["S256"],
  })
  for (const path of [
    "/.well-known/openid-configuration",
    "/.well-known/nothing",
    "/oauth/nothing",
    "/oauth/authorize",
  ])
    expect((await visitor.fetch("GET", path)).status, path).toBe(404)
})

test("a question that is not the assistant's own leads nobody anywhere; one that is wrong leads back with its error", async () => {
  const { client, userId } = await app.givenUser({ name: "Asked" })
  const server = assistantServer(app.origin)
  const clientId = await registerAssistant(server)
  const { challenge } = pkce()
  const question = (more: Record<string, string | undefined>, id = clientId) =>
    questionOf(app.origin, id, challenge, more)
  for (const [name, text] of [
    ["no client", questionOf(app.origin, "nobody", challenge)],
    ["another address", question({ redirect_uri: "https://evil.example/callback" })],
    ["below the address", question({ redirect_uri: `${CALLBACK}/more` })],
    ["with a query", question({ redirect_uri: `${CALLBACK}?more=1` })],
    ["another scheme", question({ redirect_uri: CALLBACK.replace("https", "http") })],
    ["no address", question({ redirect_uri: undefined })],
    ["nothing", ""],
    ["no query", "anything at all"],
  ] as const)
    for (const path of ["/api/assistants/asked", "/api/assistants/refused", "/api/assistants"]) {
      const reply = await client.post(path, { question: text, scopes: ["images:read"] })
      expect(reply, `${name} at ${path}`).toMatchObject({ status: 422, code: "unprocessable" })
    }
  for (const [name, more, error] of [
    ["no PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["a token at once", { response_type: "token" }, "unsupported_response_type"],
    ["another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    ["no scope of ours", { scope: "everything" }, "invalid_scope"],
  ] as const) {
    const wrong = await client.expect<{ state: string; host: string; leadTo: string }>(
      "POST",
      "/api/assistants/asked",
      { question: question(more) },
    )
    expect(wrong, name).toMatchObject({ state: "wrong", host: "assistant.example" })
    const { searchParams } = new URL(wrong.leadTo)
    expect(wrong.leadTo.startsWith(`${CALLBACK}?`), name).toBe(true)
    expect([searchParams.get("error"), searchParams.get("state"), searchParams.get("iss")], name).toEqual([
      error,
      "as-it-was",
      app.origin,
    ])
    expect(
      await client.post("/api/assistants", { question: question(more), scopes: ["images:read"] }),
      name,
    ).toMatchObject({ status: 422 })
  }
  // More than it asked for is not given, and nothing is given without a choice.
  const narrow = question({ scope: "images:read openid" })
  expect(await client.expect("POST", "/api/assistants/asked", { question: narrow })).toMatchObject({
    scopes: [{ name: "images:read" }],
  })
  expect(await client.post("/api/assistants", { question: narrow, scopes: ["prints:spend"] })).toMatchObject({
    status: 422,
  })
  expect(await client.post("/api/assistants", { question: narrow, scopes: [] })).toMatchObject({
    status: 400,
  })
  const denied = await client.expect<{ leadTo: string }>("POST", "/api/assistants/refused", {
    question: narrow,
  })
  expect(new URL(denied.leadTo).searchParams.get("error")).toBe("access_denied")
  expect(await recordsOf(userId)).toEqual([])
})

test("addresses that are neither https nor on one's own computer are not registered", async () => {
  const { client } = await app.givenUser({ name: "Local" })
  const server = assistantServer(app.origin)
  for (const redirect of [
    "http://assistant.example/callback",
    "javascript:alert(1)",
    "https://a.example/#part",
    "not an address",
  ]) {
    const refused = await answerOf(
      server.fetch("POST", "/oauth/register", { client_name: "Odd", redirect_uris: [redirect] }),
    )
    expect(refused, redirect).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^invalid_/) },
    })
  }
  // A program on one's own computer listens where there is room (RFC 8252, section 7.3).
  const clientId = await registerAssistant(server, { redirect_uris: ["http://127.0.0.1/callback"] })
  const { challenge } = pkce()
  const question = questionOf(app.origin, clientId, challenge, {
    redirect_uri: "http://127.0.0.1:43210/callback",
  })
  expect(await client.expect("POST", "/api/assistants/asked", { question })).toMatchObject({
    host: "127.0.0.1:43210",
    isOnThisComputer: true,
  })
  const elsewhere = questionOf(app.origin, clientId, challenge, {
    redirect_uri: "http://127.0.0.2.evil.example/callback",
  })
  expect(await client.post("/api/assistants/asked", { question: elsewhere })).toMatchObject({ status: 422 })
  // A name that would hide or reorder what is around it loses what does so.
  const odd = await registerAssistant(server, { client_name: `Cla\u202eude\u0000 ${"x".repeat(500)}` })
  const asked = await client.expect<{ name: string }>("POST", "/api/assistants/asked", {
    question: questionOf(app.origin, odd, challenge),
  })
  expect(asked.name).toMatch(/^Claude x{1,119}$/)
  expect(asked.name.length).toBeLessThanOrEqual(120)
})

test("a code is good once, for whom it was made and with its verifier", async () => {
  const { client, userId } = await app.givenUser({ name: "Coded" })
  const server = assistantServer(app.origin)
  const clientId = await registerAssistant(server)
  const other = await registerAssistant(server)
  const codeFor = async (challenge: string) => {
    const question = questionOf(app.origin, clientId, challenge)
    const { leadTo } = await client.expect<{ leadTo: string }>("POST", "/api/assistants", {
      question,
      scopes: ["images:read"],
    })
    return new URL(leadTo).searchParams.get("code") ?? ""
  }
  const { verifier, challenge } = pkce()
  const code = await codeFor(challenge)
  const right = {
    ...{ grant_type: "authorization_code", client_id: clientId, redirect_uri: CALLBACK },
    ...{ code, code_verifier: verifier },
  }
  for (const [name, wrong] of [
    ["another client", { client_id: other }],
    ["another address", { redirect_uri: "https://evil.example/callback" }],
    ["another verifier", { code_verifier: pkce().verifier }],
    ["another code", { code: `${code.slice(0, -2)}xx` }],
    ["an account of nobody", { code: `${crypto.randomUUID()}:${code.split(":")[1]}:${code.split(":")[2]}` }],
  ] as const)
    expect(await askForTokens(server, { ...right, ...wrong }), name).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^invalid_(grant|request)$/) },
    })
  const { code_verifier: _, ...without } = right
  expect(await askForTokens(server, without)).toMatchObject({ status: 400 })
  const taken = await Promise.all(Array.from({ length: 8 }, () => askForTokens(server, right)))
  expect(taken.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(taken.filter(({ status }) => status === 400)).toHaveLength(7)

  const late = pkce()
  const lateCode = await codeFor(late.challenge)
  await app.db
    .prepare("UPDATE oauth_record SET expires_at = ? WHERE user_id = ?")
    .bind(Date.now(), userId)
    .run()
  expect(
    await askForTokens(server, { ...right, code: lateCode, code_verifier: late.verifier }),
  ).toMatchObject({ status: 400, body: { error: "invalid_grant" } })

  // A code that comes a second time was stolen, by one or the other: both lose what it opened.
  const once = pkce()
  const twice = { ...right, code: await codeFor(once.challenge), code_verifier: once.verifier }
  const first = await askForTokens(server, twice)
  const program = programOf(client, String(first.body.access_token))
  expect(await isLetIn(program)).toBe(true)
  expect(await askForTokens(server, twice)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  expect(await isLetIn(program)).toBe(false)
})

test("an access token ends within the hour and is renewed; its grant lasts while it is used, and is nobody else's", async () => {
  const { client, userId } = await app.givenUser({ name: "Lasting" })
  const { clientId, tokens, program, server } = await connectAssistant(client, { scopes: ["images:read"] })
  expect(tokens).toMatchObject({ expires_in: 3600, scope: "images:read" })
  expect(await isLetIn(program)).toBe(true)
  // It opens nothing but through the tools: what spends is asked for there.
  for (const path of ["/api/images", "/api/health", "/api/tokens"])
    expect(await program.get(path, { "x-assistant-tool": crypto.randomUUID() })).toMatchObject({
      status: 401,
      code: "token-invalid",
    })
  const setTokens = (column: string, value: number) =>
    app.db
      .prepare(`UPDATE oauth_record SET ${column} = ? WHERE user_id = ? AND key LIKE 'token:%'`)
      .bind(value, userId)
      .run()
  await setTokens("expires_at", Date.now())
  expect(await isLetIn(program)).toBe(false)

  const refresh = (token: string, id = clientId) =>
    askForTokens(server, { grant_type: "refresh_token", refresh_token: token, client_id: id })
  const other = await registerAssistant(server)
  expect(await refresh(tokens.refresh_token, other)).toMatchObject({ status: 400 })
  // An answer that gets lost is asked for again, also at the same time.
  const renewed = await Promise.all(Array.from({ length: 4 }, () => refresh(tokens.refresh_token)))
  expect(renewed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const last = await refresh(tokens.refresh_token)
  expect(last.status).toBe(200)
  const newest = programOf(client, String(last.body.access_token))
  expect(await isLetIn(newest)).toBe(true)
  const wider = await askForTokens(server, {
    ...{ grant_type: "refresh_token", client_id: clientId, refresh_token: String(last.body.refresh_token) },
    scope: "images:read prints:spend",
  })
  expect(wider.status === 400 || wider.body.scope === "images:read").toBe(true)

  const setUser = (status: string) =>
    app.db.prepare("UPDATE user SET status = ? WHERE id = ?").bind(status, userId).run()
  await setUser("inactive")
  expect(await isLetIn(newest)).toBe(false)
  expect(await refresh(String(last.body.refresh_token))).toMatchObject({ status: 400 })
  await setUser("active")
  expect(await isLetIn(newest)).toBe(true)

  const [grant] = await listed(client)
  expect(Date.parse(grant.expiresAt) - Date.now()).toBeGreaterThan(59 * DAY_MS)
  const stranger = await app.givenUser({ name: "Stranger" })
  expect(await stranger.client.delete(`/api/assistants/${grant._id}`)).toMatchObject({ status: 404 })
  await app.db
    .prepare("UPDATE oauth_record SET expires_at = ? WHERE user_id = ? AND key LIKE 'grant:%'")
    .bind(Date.now() - 1, userId)
    .run()
  expect(await isLetIn(newest)).toBe(false)
  expect(await listed(client)).toEqual([])
  await setTokens("expires_at", Date.now() - 1)
  await app.runtime.runCron("17 3 * * *")
  expect(await recordsOf(userId)).toEqual([])
})

test("an assistant gives its tokens back, and is let in anew in place of itself", async () => {
  const { client, userId } = await app.givenUser({ name: "Anew" })
  const { clientId, tokens, program, server } = await connectAssistant(client)
  const { verifier, challenge } = pkce()
  const question = questionOf(app.origin, clientId, challenge)
  const { leadTo } = await client.expect<{ leadTo: string }>("POST", "/api/assistants", {
    question,
    scopes: ["orders:read"],
  })
  const code = new URL(leadTo).searchParams.get("code") ?? ""
  const taken = await askForTokens(server, {
    ...{ grant_type: "authorization_code", client_id: clientId, redirect_uri: CALLBACK },
    ...{ code, code_verifier: verifier },
  })
  expect(taken.status).toBe(200)
  expect(await listed(client)).toMatchObject([{ scopes: ["orders:read"] }])
  expect(await isLetIn(program)).toBe(false)
  const metadata = await answerOf(server.fetch("GET", "/.well-known/oauth-authorization-server"))
  const { pathname } = new URL(String(metadata.body.revocation_endpoint))
  const form = { "content-type": "application/x-www-form-urlencoded" }
  const fields = new URLSearchParams({ token: String(taken.body.refresh_token), client_id: clientId })
  expect((await server.fetch("POST", pathname, String(fields), form)).status).toBe(200)
  expect(await listed(client)).toEqual([])
  expect(tokens.refresh_token).not.toBe(taken.body.refresh_token)
  expect((await recordsOf(userId)).filter(({ key }) => key.startsWith("grant:"))).toEqual([])
})

test("an assistant acts for the person's own account, whatever account they work in, and ends with it", async () => {
  const owner = await app.givenUser({ name: "Employer" })
  const maker = await app.givenUser({ name: "Employee" })
  await joined(app, owner, maker, "maker")
  const working = workingIn(maker, owner)
  const { program, tokens } = await connectAssistant(working, { name: "Theirs" })
  await maker.client.expect("POST", "/api/sizes", { name: "Own", value: 2 })
  await owner.client.expect("POST", "/api/sizes", { name: "Not own", value: 3 })
  expect(await told(tokens.access_token, "list_sizes")).toMatch(/^Sizes:\n- Own: 2 in \(\S+\)$/)
  expect(await listed(owner.client)).toEqual([])
  expect(await listed(working)).toMatchObject([{ name: "Theirs" }])

  const admin = await app.givenUser({ name: "Deleter", role: "admin" })
  expect(await admin.client.delete(`/api/users/${maker.userId}`)).toMatchObject({ status: 200 })
  expect(await isLetIn(program)).toBe(false)
  await expect.poll(() => recordsOf(maker.userId)).toEqual([])
})

test("without a session, from another page or with a token nobody lets an assistant in", async () => {
  const { client, userId } = await app.givenUser({ name: "Guarded" })
  const server = assistantServer(app.origin)
  const clientId = await registerAssistant(server)
  const body = { question: questionOf(app.origin, clientId, pkce().challenge), scopes: ["images:read"] }
  expect(await app.visitor().post("/api/assistants", body)).toMatchObject({ status: 401, code: "signed-out" })
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" }
  expect(await client.post("/api/assistants", body, foreign)).toMatchObject({ status: 403 })
  const { program } = await givenToken(client)
  expect(await program.post("/api/assistants", body)).toMatchObject({ status: 403, code: "forbidden" })
  const connected = await connectAssistant(client)
  expect(await connected.program.post("/api/assistants", body)).toMatchObject({ status: 401 })
  const page = await client.fetch("GET", `/connect${body.question}`)
  expect(page.headers.get("x-frame-options")).toBe("DENY")
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
  expect((await recordsOf(userId)).filter(({ key }) => key.startsWith("grant:"))).toHaveLength(1)
})

test("registrations and refused tokens are counted by address, an account has so many assistants, and what nobody lets in is forgotten", async () => {
  const { client, userId } = await app.givenUser({ name: "Crowded" })
  const server = assistantServer(app.origin, "192.0.2.99")
  const clientId = await registerAssistant(server)
  const setCount = (name: string, count: number) =>
    app.db
      .prepare(
        "INSERT INTO rate_count (key, window_end, count) VALUES (?1, ?2, ?3) ON CONFLICT (key) DO UPDATE SET count = ?3",
      )
      .bind(`${name}:192.0.2.99`, Date.now() + DAY_MS, count)
      .run()
  await setCount("register-assistant-address", 300)
  expect(
    await answerOf(server.fetch("POST", "/oauth/register", { redirect_uris: [CALLBACK] })),
  ).toMatchObject({ status: 429 })
  await setCount("wrong-token-address", 300)
  const wrong = { grant_type: "refresh_token", refresh_token: "a:b:c", client_id: clientId }
  expect(await askForTokens(server, wrong)).toMatchObject({ status: 429 })

  const { challenge } = pkce()
  const grant =
    "INSERT INTO oauth_record (key, id, user_id, value, created_at, expires_at) VALUES (?, ?, ?, '{}', 0, 9e15)"
  const rows = Array.from({ length: MAX_ASSISTANTS - 1 }, (_, i) =>
    app.db.prepare(grant).bind(`grant:${userId}:${i}`, crypto.randomUUID(), userId),
  )
  await app.db.batch(rows)
  const question = questionOf(app.origin, clientId, challenge)
  const allow = () => client.post("/api/assistants", { question, scopes: ["images:read"] })
  expect((await allow()).status).toBe(201)
  expect(await allow()).toMatchObject({ status: 409, code: "conflict" })

  const clientRow = () =>
    app.db
      .prepare("SELECT expires_at FROM oauth_record WHERE key = ?")
      .bind(`client:${clientId}`)
      .first<number>("expires_at")
  expect(((await clientRow()) ?? 0) - Date.now()).toBeGreaterThan(80 * DAY_MS)
  const unused = await registerAssistant(assistantServer(app.origin, "192.0.2.98"))
  const unusedEnd = await app.db
    .prepare("SELECT expires_at FROM oauth_record WHERE key = ?")
    .bind(`client:${unused}`)
    .first<number>("expires_at")
  expect((unusedEnd ?? 0) - Date.now()).toBeLessThanOrEqual(DAY_MS)
})
