import { expect } from "vitest"
import { longTest } from "../../harness/long-test.ts"
import { useStage } from "../../harness/use-stage.ts"
import { sheetPlan } from "../../worker/assistant/sheet-plan.ts"
import { sheetViewPage } from "../../worker/assistant/sheet-view.ts"
import { objectionsInBothThemes } from "./axe.ts"

const stage = useStage()

type Message = { id?: number; method?: string; params?: Record<string, unknown> }
type HeardBy = Window & { heard: Message[] }

longTest(
  "a sheet is seen in an assistant's window, light and dark, and all of the account is text there",
  async () => {
    const { page, errors } = await stage.open()
    await page.setContent(
      '<title>Chat</title><iframe title="Sheet" sandbox="allow-scripts" width="390"></iframe>',
    )
    // The window around the view, as MCP Apps has it speak.
    await page.evaluate((view) => {
      const frame = document.querySelector("iframe") as HTMLIFrameElement
      const heard: Message[] = []
      Object.assign(window, { heard })
      addEventListener("message", ({ data }) => {
        heard.push(data)
        const result = { protocolVersion: data.params?.protocolVersion, hostContext: { theme: "dark" } }
        if (data.method === "ui/initialize")
          frame.contentWindow?.postMessage({ jsonrpc: "2.0", id: data.id, result }, "*")
      })
      frame.srcdoc = view
    }, sheetViewPage)
    const heardOf = (method: string) =>
      (window as unknown as HeardBy).heard.some((one) => one.method === method)
    const tell = (message: Record<string, unknown>) =>
      page.evaluate((data) => {
        const frame = document.querySelector("iframe")
        frame?.contentWindow?.postMessage({ jsonrpc: "2.0", ...data }, "*")
      }, message)
    await page.waitForFunction(heardOf, "ui/notifications/initialized")

    const data = Buffer.from(sheetPlan({ widthPx: 6_600, lengthPx: 975, placements: [] })).toString("base64")
    const name = "<img src=x onerror=alert(1)> Friday"
    const told = { printId: "1", name, copies: 4, sheets: 1, filmIn: 3.254, credits: 4, confirmation: "x" }
    const content = [
      { type: "text", text: "Friday: 4 pieces" },
      { type: "image", data, mimeType: "image/png" },
    ]
    const params = { content, structuredContent: told }
    await tell({ method: "ui/notifications/tool-result", params })
    const view = page.frameLocator("iframe")
    await view.getByRole("heading", { name }).waitFor()
    await view.getByText("4 pieces · 1 sheet · 3.25 in of film · 4 credits", { exact: true }).waitFor()
    const picture = view.getByRole("img", { name: "Sheet 1, where its pieces will lie" })
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
    expect(await view.getByRole("img").count()).toBe(1)
    expect(await view.locator("html").evaluate((root) => root.style.colorScheme)).toBe("dark")
    await page.waitForFunction(heardOf, "ui/notifications/size-changed")
    await tell({ method: "ui/notifications/host-context-changed", params: { theme: "light" } })
    await tell({ method: "ui/notifications/tool-result", params: { content, isError: true } })
    await view.getByText("Friday: 4 pieces", { exact: true }).waitFor()
    expect(await view.locator("html").evaluate((root) => root.style.colorScheme)).toBe("light")
    await tell({ id: 7, method: "ui/resource-teardown", params: {} })
    await page.waitForFunction(() =>
      (window as unknown as HeardBy).heard.some(({ id, method }) => id === 7 && !method),
    )
    expect(errors).toEqual([])

    // By itself it is its own window, where axe sees into it.
    await page.setContent(sheetViewPage)
    await page.evaluate(
      (result) =>
        postMessage({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: result }, "*"),
      params,
    )
    await page.getByRole("heading", { name }).waitFor()
    expect(await objectionsInBothThemes(page, "a sheet in a chat")).toEqual([])
    expect(errors).toEqual([])
  },
)
