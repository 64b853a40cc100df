import { expect, test } from "vitest"
import type { UploadedFile } from "../../contract/image.ts"
import { coalesce } from "../../web/features/images/coalesce.ts"
import {
  createUploadQueue,
  MAX_PARALLEL_UPLOADS,
  MAX_QUEUED_UPLOADS,
  type Upload,
} from "../../web/features/images/upload-queue.ts"
import { refuseFile } from "../../web/features/images/upload-rules.ts"

const target = { imageCategoryId: null, score: 0 }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

type Sending = {
  upload: Upload
  progress: (share: number) => void
  done: (reply?: Partial<UploadedFile>) => void
  fail: (message: string) => void
  signal: AbortSignal
}

function givenQueue(refuse: (file: File) => string | null = () => null) {
  const sending: Sending[] = []
  let refreshes = 0
  const queue = createUploadQueue({
    refuse: async (file) => refuse(file),
    send: (upload, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")))
        sending.push({
          upload,
          signal,
          progress: onProgress,
          done: () => resolve({} as UploadedFile),
          fail: (message) => reject(new Error(message)),
        })
      }),
    onSent: async () => {
      refreshes += 1
    },
  })
  const states = () => queue.uploads().map((upload) => upload.state)
  const files = (count: number) => Array.from({ length: count }, (_, i) => new File(["x"], `${i}.png`))
  return { queue, sending, states, files, refreshes: () => refreshes }
}

test("files go out a few at a time, in order, and leave the queue once the library has them", async () => {
  const { queue, sending, states, files, refreshes } = givenQueue()
  queue.add(files(5), target)
  await settled()
  expect(sending.map(({ upload }) => upload.file.name)).toEqual(["0.png", "1.png", "2.png"])
  expect(states().filter((state) => state === "sending")).toHaveLength(MAX_PARALLEL_UPLOADS)
  sending[1].progress(0.5)
  expect(queue.uploads()[1].share).toBe(0.5)
  sending[1].done()
  await settled()
  expect(sending.map(({ upload }) => upload.file.name)).toEqual(["0.png", "1.png", "2.png", "3.png"])
  expect(refreshes()).toBe(1)
  expect(queue.uploads().map((upload) => upload.file.name)).toEqual(["0.png", "2.png", "3.png", "4.png"])
})

test("one failed file holds up no other and can be tried again alone", async () => {
  const { queue, sending, states, files } = givenQueue()
  queue.add(files(2), target)
  await settled()
  sending[0].fail("The upload was cut off.")
  sending[1].done()
  await settled()
  expect(states()).toEqual(["failed"])
  expect(queue.uploads()[0].message).toBe("The upload was cut off.")
  queue.retry(queue.uploads()[0].id)
  queue.retry(queue.uploads()[0].id)
  await settled()
  expect(sending).toHaveLength(3)
  sending[2].done()
  await settled()
  expect(states()).toEqual([])
})

test("a cancelled file is stopped and forgotten; a refused one is never sent nor retried", async () => {
  const { queue, sending, states, files } = givenQueue((file) =>
    file.name === "1.png" ? "The file is empty" : null,
  )
  queue.add(files(2), target)
  await settled()
  expect(states()).toEqual(["sending", "refused"])
  queue.cancel(queue.uploads()[0].id)
  await settled()
  expect(sending[0].signal.aborted).toBe(true)
  expect(states()).toEqual(["refused"])
  queue.retry(queue.uploads()[0].id)
  await settled()
  expect(sending).toHaveLength(1)
})

test("the queue has a limit and says how many files did not fit", () => {
  const { queue, files } = givenQueue()
  expect(queue.add(files(MAX_QUEUED_UPLOADS - 1), target)).toBe(0)
  expect(queue.add(files(3), target)).toBe(2)
  expect(queue.uploads()).toHaveLength(MAX_QUEUED_UPLOADS)
})

test("a file is judged by name, size and first bytes", () => {
  const refuse = (name: string, head: Uint8Array, bytes = 1000) => refuseFile({ name, bytes, head })
  expect(refuse("a.png", png)).toBeNull()
  expect(refuse("A.PNG", png)).toBeNull()
  expect(refuse("b.jpeg", new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBeNull()
  expect(refuse("c.svg", bytesOf('<?xml version="1.0"?><svg xmlns="x"/>'))).toBeNull()
  expect(refuse("c.svg", bytesOf("<!-- made by hand -->\n<svg/>"))).toBeNull()
  expect(refuse("png", png)).toMatch(/Only JPEG/)
  expect(refuse("d.gif", bytesOf("GIF89a"))).toMatch(/Only JPEG/)
  expect(refuse("e.png", bytesOf("<html>"))).toBe("The file is no PNG picture")
  expect(refuse("f.jpg", png)).toMatch(/named JPEG but is PNG/)
  expect(refuse("g.png", png, 0)).toBe("The file is empty")
  expect(refuse("h.png", png, 100 * 1024 * 1024)).toBeNull()
  expect(refuse("h.png", png, 100 * 1024 * 1024 + 1)).toMatch(/at most 100 MB/)
})

test("the library is read again once for all files that arrive meanwhile", async () => {
  const ends: (() => void)[] = []
  const read = coalesce(() => new Promise<void>((resolve) => ends.push(resolve)))
  const seen: string[] = []
  for (const name of ["a", "b", "c"]) void read().then(() => seen.push(name))
  expect(ends).toHaveLength(1)
  ends[0]()
  await settled()
  expect(seen).toEqual(["a"])
  expect(ends).toHaveLength(2)
  ends[1]()
  await settled()
  expect(seen).toEqual(["a", "b", "c"])
  void read()
  expect(ends).toHaveLength(3)
})
