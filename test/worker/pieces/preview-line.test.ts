import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { artworkPreviewSchema } from "../../../contract/artwork/artwork-preview.ts"
import { makeId } from "../../../contract/id.ts"
import type { ImageRow } from "../../../worker/data/artwork/image-rows.ts"
import type { Env } from "../../../worker/env.ts"
import { previewOf } from "../../../worker/flows/artwork/preview-image.ts"

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("scheduler", { wait })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const row = {
  ...{ id: makeId(1), userId: makeId(2), status: "Ready", mediaType: "image/png", masterKey: "master" },
  ...{
    widthPx: 200,
    heightPx: 300,
    fields: "[]",
    layers: "[]",
    mends: "[]",
    madeMends: "[]",
    fontReplacements: "[]",
  },
} as ImageRow

/** A bucket and a queue, with a press that draws what it is sent or does not. */
function givenPress({ draws, leaves }: { draws: boolean; leaves: boolean }) {
  const files = new Set<string>()
  const sent: string[] = []
  const FILES = {
    async get(key: string) {
      await wait(7)
      return files.has(key) ? { key } : null
    },
    head: async () => null,
    put: async (key: string) => {
      files.add(key)
      return { version: "1" }
    },
    delete: async (key: string) => {
      if (!leaves) throw new Error("We encountered an internal error. Please try again. (10001)")
      files.delete(key)
    },
    list: async ({ prefix }: { prefix: string }) => ({
      objects: [...files]
        .filter((key) => key.startsWith(prefix))
        .sort()
        .map((key) => ({ key })),
    }),
  }
  const PIECES_QUEUE = {
    send: async ({ imageId, digest }: { imageId: string; digest: string }) => {
      sent.push(digest)
      if (draws) files.add(`previews/${imageId}/${digest}.png`)
    },
  }
  const env = { FILES, PIECES_QUEUE } as unknown as Env
  const ask = (widthPx: number) =>
    previewOf(env, row, artworkPreviewSchema.parse({ values: {}, widthPx }), new AbortController().signal)
  const places = () => [...files].filter((key) => key.startsWith("previews/line/")).sort()
  return { ask, sent, places }
}

const lineOf = (place: string) => place.slice(0, place.lastIndexOf("/"))
const digestOf = (place: string) => place.slice(place.lastIndexOf(".") + 1)

test("a preview that comes too late passes its turn on to the next one", async () => {
  const { ask, sent, places } = givenPress({ draws: false, leaves: true })
  const first = expect(ask(100)).rejects.toThrow("Sheetsmith is busy")
  await vi.advanceTimersByTimeAsync(5_000)
  const [own] = places()
  const others = Array.from({ length: 20 }, (_, i) =>
    expect(ask(101 + i)).rejects.toThrow("Sheetsmith is busy"),
  )
  await vi.advanceTimersByTimeAsync(4_500)
  const next = places().filter((place) => place !== own && lineOf(place) === lineOf(own))
  expect(next.length).toBeGreaterThan(0)
  expect(sent).not.toContain(digestOf(next[0]))

  await vi.advanceTimersByTimeAsync(1_000)
  await first
  expect(sent).toContain(digestOf(next[0]))
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(others)
  expect(places()).toEqual([])
})

test("a preview that is drawn is shown, even if its place cannot be left", async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  const { ask, places } = givenPress({ draws: true, leaves: false })
  const shown = expect(ask(100)).resolves.toMatchObject({ key: expect.stringMatching(/\.png$/) })
  await vi.advanceTimersByTimeAsync(1_000)
  await shown
  expect(places()).toHaveLength(1)
})
