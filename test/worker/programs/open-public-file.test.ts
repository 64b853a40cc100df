import { afterAll, beforeAll, expect, test } from "vitest"
import { MAX_REDIRECTS } from "../../../contract/limit.ts"
import { type StandIns, serveStandIns } from "../../../stand-ins/serve.ts"
import { AddressError, openPublicFile } from "../../../worker/services/internet/open-public-file.ts"

let standIns: StandIns
beforeAll(async () => {
  standIns = await serveStandIns(0)
})
afterAll(() => standIns.close())

/** A deployment that everybody reaches, and the local one, which may fetch from its own machine. */
const deployed = () => ({
  APP_ORIGIN: "https://sheets.shop-art.com",
  DNS_URL: `${standIns.origin}/dns-query`,
})
const local = () => ({ ...deployed(), APP_ORIGIN: "http://localhost:8787" })
/** Far less than a file may take, and far more than the others here do. */
const SOON_MS = 1_500

async function order(body: object): Promise<void> {
  const reply = await fetch(`${standIns.origin}/__control`, { method: "POST", body: JSON.stringify(body) })
  expect(reply.status).toBe(200)
}

/** Fetches a whole file; returns its length, or the kind of what was wrong. */
async function lengthOf(address: string, settings = local(), mostMs?: number): Promise<number | string> {
  try {
    let bytes = 0
    const { body } = await openPublicFile(address, settings, mostMs)
    for await (const chunk of body) bytes += chunk.length
    return bytes
  } catch (error) {
    if (error instanceof AddressError) return error.kind
    throw error
  }
}

test("who breaks off, says nothing or stops in the middle is unreachable, and may be asked again", async () => {
  const at = (file: string) => `${standIns.origin}/artwork/${file}`
  expect(await lengthOf(at("3.png"))).toBeGreaterThan(500)
  expect(await lengthOf(at("torn.png"))).toBe("unreachable")
  expect(await lengthOf(at("silent.png"), local(), SOON_MS)).toBe("unreachable")
  await order({ path: "/artwork/4.png", action: "hold", times: 1 })
  expect(await lengthOf(at("4.png"), local(), SOON_MS)).toBe("unreachable")
  await order({ path: "/artwork/4.png", action: "clear" })
  await order({ path: "/artwork/5.png", action: "lose", times: 1 })
  expect(await lengthOf(at("5.png"))).toBe("unreachable")
  expect(await lengthOf(at("5.png"))).toBeGreaterThan(500)
})

test("so many redirects are followed, each one's time counting", async () => {
  const after = (redirects: number) =>
    Array.from({ length: redirects }).reduce<string>(
      (address) => `${standIns.origin}/artwork/to?url=${encodeURIComponent(address)}`,
      `${standIns.origin}/artwork/6.png`,
    )
  expect(await lengthOf(after(MAX_REDIRECTS))).toBeGreaterThan(500)
  expect(await lengthOf(after(MAX_REDIRECTS + 1))).toBe("unusable")
  await order({ path: "/artwork/to", action: "hold", times: 1 })
  expect(await lengthOf(after(1), local(), SOON_MS)).toBe("unreachable")
  await order({ path: "/artwork/to", action: "clear" })
})

test("a deployment looks no name up that is none, and calls no name that leads inside", async () => {
  await order({
    vendor: "internet",
    names: {
      "inside.shop-art.com": ["10.1.2.3"],
      "link-local.shop-art.com": ["169.254.169.254"],
      "half.shop-art.com": ["93.184.216.34", "fd00::1"],
      "mapped.shop-art.com": ["::ffff:127.0.0.1"],
      "translated.shop-art.com": ["64:ff9b::7f00:1"],
      "odd.shop-art.com": ["127.1"],
      "empty.shop-art.com": [],
    },
  })
  for (const name of ["inside", "link-local", "half", "mapped", "translated", "odd"])
    for (const address of [
      `https://${name}.shop-art.com/a.png`,
      `http://${name.toUpperCase()}.SHOP-ART.COM./a.png`,
    ])
      expect(await lengthOf(address, deployed()), address).toBe("refused")
  for (const name of ["empty", "unknown"])
    expect(await lengthOf(`https://${name}.shop-art.com/a.png`, deployed()), name).toBe("unreachable")
  expect(await lengthOf(`${standIns.origin}/artwork/7.png`, deployed())).toBe("refused")
  await order({ path: "/dns-query", action: "fail", times: 2 })
  expect(await lengthOf("https://inside.shop-art.com/a.png", deployed())).toBe("unreachable")
})
