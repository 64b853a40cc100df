import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "vitest"
import { scopes } from "../../contract/accounts/scope.ts"
import { programOf } from "../../harness/access-token.ts"
import {
  askForTokens,
  assistantServer,
  pkce,
  questionOf,
  registerAssistant,
} from "../../harness/connected-assistant.ts"
import { longTest } from "../../harness/long-test.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import { objectionsInBothThemesOnTheWay } from "./axe.ts"

const stage = useStage()

/** Serves the page of an assistant that people come back to. */
async function assistantPage() {
  const visits: URL[] = []
  const server = createServer(({ url = "/" }, reply) => {
    const visit = new URL(url, "http://127.0.0.1")
    if (visit.pathname === "/callback") visits.push(visit)
    reply.setHeader("content-type", "text/html").end("<title>Back</title><h1>Back at the assistant</h1>")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { visits, callback: `http://127.0.0.1:${port}/callback`, close: () => server.close() }
}

longTest(
  "a seller is asked by an assistant, signs in, allows a part, sees it and disconnects it",
  async () => {
    const { client, person } = await stage.givenSeller("Asked")
    const { page, errors } = await stage.open()
    const { origin } = stage.runtime
    const assistant = await assistantPage()
    const server = assistantServer(origin)
    const clientId = await registerAssistant(server, { redirect_uris: [assistant.callback] })
    const { verifier, challenge } = pkce()
    const question = questionOf(origin, clientId, challenge, { redirect_uri: assistant.callback })

    await page.goto(`/connect${question}`)
    await page.getByRole("heading", { name: "An assistant asks for access" }).waitFor()
    await page.getByRole("link", { name: "Sign in" }).click()
    await page.getByLabel("Email or Username").fill(person.email)
    await page.getByLabel("Password", { exact: true }).fill(person.password)
    await page.getByText("Success!").waitFor()
    await page.getByRole("button", { name: "Sign in" }).click()

    // Back at the question, with whom it is of and where the answer goes.
    await page.getByRole("heading", { name: "Claude asks for access" }).waitFor()
    await page.getByText(person.email).waitFor()
    await page.getByText(new URL(assistant.callback).host).waitFor()
    await page.getByText("That is a program on this computer.", { exact: false }).waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "an assistant asks")).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(isTooWide).toBe(false)
    expect(await objectionsInBothThemesOnTheWay(page, "an assistant asks on a phone")).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel(scopes["prints:spend"], { exact: false }).click()
    await page.getByRole("button", { name: "Allow" }).click()
    await page.getByRole("heading", { name: "Back at the assistant" }).waitFor()
    const [visit] = assistant.visits
    expect(visit.searchParams.get("state")).toBe("as-it-was")
    const { status, body } = await askForTokens(server, {
      ...{ grant_type: "authorization_code", client_id: clientId, redirect_uri: assistant.callback },
      ...{ code: visit.searchParams.get("code") ?? "", code_verifier: verifier },
    })
    expect(status).toBe(200)
    expect(body.scope).not.toContain("prints:spend")
    const program = programOf(client, String(body.access_token))
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" }
    const accept = "application/json, text/event-stream"
    const called = async () => (await program.fetch("POST", "/mcp", message, { accept })).status
    expect(await called()).not.toBe(401)

    await page.goto("/profile#developers")
    const list = page.getByRole("region", { name: "Assistants" })
    await list.getByText("Claude", { exact: true }).first().waitFor()
    await list.getByText(/^from /).waitFor()
    expect(await list.getByLabel("Address for assistants", { exact: true }).inputValue()).toBe(
      `${origin}/mcp`,
    )
    await list.getByRole("button", { name: "Disconnect Claude" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click()
    await said(page, "Disconnected. The assistant can do nothing here any more.")
    await list.getByText("No assistant yet").waitFor()
    expect(await called()).toBe(401)
    assistant.close()
    expect(errors).toEqual([])
  },
)

longTest("a seller denies an assistant, and one that nobody knows leads nowhere", async () => {
  const { client } = await stage.givenSeller("Denied")
  const { page, context, errors } = await stage.open({ phone: true })
  await context.addCookies(client.browserCookies())
  const { origin } = stage.runtime
  const assistant = await assistantPage()
  const clientId = await registerAssistant(assistantServer(origin), { redirect_uris: [assistant.callback] })
  const { challenge } = pkce()
  const question = (more: Record<string, string | undefined> = {}) =>
    questionOf(origin, clientId, challenge, { redirect_uri: assistant.callback, ...more })
  await page.goto(`/connect${question()}`)
  await page.getByRole("button", { name: "Deny" }).click()
  await page.getByRole("heading", { name: "Back at the assistant" }).waitFor()
  expect(assistant.visits[0].searchParams.get("error")).toBe("access_denied")

  await page.goto(`/connect${question({ code_challenge: undefined, code_challenge_method: undefined })}`)
  await page.getByRole("heading", { name: "This assistant was not connected" }).waitFor()
  expect(await objectionsInBothThemesOnTheWay(page, "an assistant asks wrongly")).toEqual([])
  await page.getByRole("link", { name: /^Back to 127\.0\.0\.1/ }).click()
  await page.getByRole("heading", { name: "Back at the assistant" }).waitFor()
  expect(assistant.visits[1].searchParams.get("error")).toBe("invalid_request")

  expect(errors).toEqual([])
  await page.goto(`/connect${question({ redirect_uri: "https://evil.example/" })}`)
  await page.getByRole("heading", { name: "This assistant was not connected" }).waitFor()
  expect(await page.getByRole("link", { name: /^Back to/ }).count()).toBe(0)
  assistant.close()
  // The browser's console names the refusal.
  expect(errors).toEqual([expect.stringContaining("422")])
})
