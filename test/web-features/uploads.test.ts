import { expect, test } from "vitest"
import type { UploadedFile } from "../../contract/artwork/image.ts"
import { MAX_QUEUED_UPLOADS } from "../../contract/limit.ts"
import { judgeFiles } from "../../web/features/images/chosen-files.ts"
import { createOwnPictures } from "../../web/features/images/own-pictures.ts"
import { refuseFile } from "../../web/features/images/refuse-file.ts"
import { measurePace } from "../../web/features/images/upload-pace.ts"
import {
  coalesce,
  createUploadQueue,
  MAX_PARALLEL_UPLOADS,
  type Upload,
} from "../../web/features/images/upload-queue.ts"
import { amountWords, comingWords, uploadWords } from "../../web/features/images/upload-words.ts"

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

function givenQueue(isRefusal: (error: unknown) => boolean = () => false) {
  const sending: Sending[] = []
  const cancelled: string[] = []
  let refreshes = 0
  let nowMs = 0
  const queue = createUploadQueue({
    isRefusal,
    send: (upload, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")))
        sending.push({
          upload,
          signal,
          progress: onProgress,
          done: () => resolve({ _id: upload.file.name } as unknown as UploadedFile),
          fail: (message) => reject(new Error(message)),
        })
      }),
    onSent: async () => {
      refreshes += 1
    },
    onAdded: () => {},
    onCancelled: ({ file }) => cancelled.push(file.name),
    now: () => nowMs,
  })
  const states = () => queue.uploads().map((upload) => upload.state)
  const files = (count: number) => Array.from({ length: count }, (_, i) => new File(["x"], `${i}.png`))
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { queue, sending, states, files, wait, cancelled, refreshes: () => refreshes }
}

test("files go out a few at a time, in order, and leave the queue once the library has them", async () => {
  const { queue, sending, states, files, refreshes } = givenQueue()
  queue.add(files(5), target)
  await settled()
  expect(sending.map(({ upload }) => upload.file.name)).toEqual(["0.png", "1.png", "2.png"])
  expect(states().filter((state) => state === "sending")).toHaveLength(MAX_PARALLEL_UPLOADS)
  sending[1].progress(0.5)
  expect(queue.shareOf(queue.uploads()[1].id)).toBe(0.5)
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

test("a cancelled file is stopped and forgotten; one that the server refused is never retried", async () => {
  const { queue, sending, states, files } = givenQueue(
    (error) => error instanceof Error && error.message.includes("damaged"),
  )
  queue.add(files(2), target)
  await settled()
  sending[1].fail("This PNG is damaged")
  await settled()
  expect(states()).toEqual(["sending", "refused"])
  queue.cancel(queue.uploads()[0].id)
  await settled()
  expect(sending[0].signal.aborted).toBe(true)
  expect(states()).toEqual(["refused"])
  expect(queue.uploads()[0].message).toBe("This PNG is damaged")
  queue.retry(queue.uploads()[0].id)
  await settled()
  expect(sending).toHaveLength(2)
})

test("all files are one figure: how many, how much of it, and how long it will take", async () => {
  const { queue, sending, files, wait } = givenQueue()
  const kilo = files(4).map(({ name }) => new File(["x".repeat(1_000)], name))
  queue.add(kilo, target)
  await settled()
  expect(uploadWords(queue.progress())).toBe("Uploading 1 of 4")
  expect(queue.progress()).toMatchObject({ bytes: 4_000, sentBytes: 0, secondsLeft: null })
  wait(4_000)
  sending[0].progress(1)
  sending[0].done()
  await settled()
  expect(queue.progress()).toMatchObject({ files: 4, sentFiles: 1, sentBytes: 1_000, secondsLeft: 12 })
  expect(amountWords(queue.progress())).toBe("1000 B of 4 KB, 15 s left")
  sending[1].fail("The upload was cut off.")
  await settled()
  // Failed uploads are no longer waited for.
  expect(queue.progress()).toMatchObject({ failedFiles: 1, bytes: 3_000, sentBytes: 1_000 })
  for (const one of [2, 3]) sending[one].done()
  await settled()
  expect(uploadWords(queue.progress())).toBe("3 files uploaded, 1 failed")
  expect(comingWords(queue.progress(), 0)).toBe("Without 1 file that could not be uploaded")
  queue.retryFailed()
  await settled()
  expect(uploadWords(queue.progress())).toBe("Uploading 4 of 4")
  expect(comingWords(queue.progress(), 2)).toBe("2 of 4 are in")
  sending[4].done()
  await settled()
  expect(uploadWords(queue.progress())).toBe("4 files uploaded")
  // They go on film together; the next files are another lot.
  expect(queue.progress().imageIds).toEqual(["0.png", "2.png", "3.png", "1.png"])
  queue.add(files(1), target)
  expect(uploadWords(queue.progress())).toBe("Uploading 1 of 1")
  expect(queue.progress().imageIds).toEqual([])
})

test("bytes are told a few times a second, whatever the line tells", async () => {
  const { queue, sending, files } = givenQueue()
  queue.add(files(3), target)
  await settled()
  let messages = 0
  queue.subscribeProgress(() => {
    messages += 1
  })
  for (let step = 1; step <= 200; step++) for (const one of sending) one.progress(step / 200)
  expect(messages).toBe(0)
  await expect.poll(() => messages).toBe(1)
})

test("all that is left can be stopped at once; what is on the server stays", async () => {
  const { queue, sending, states, files, cancelled } = givenQueue()
  queue.add(files(5), target)
  await settled()
  queue.cancelAll()
  await settled()
  expect(sending.every(({ signal }) => signal.aborted)).toBe(true)
  expect(sending).toHaveLength(MAX_PARALLEL_UPLOADS)
  expect(states()).toEqual([])
  expect(cancelled).toEqual(["0.png", "1.png", "2.png", "3.png", "4.png"])
})

test("the time left follows the line: no figure at first, none while nothing moves", () => {
  let nowMs = 0
  const pace = measurePace(() => nowMs)
  expect(pace.secondsFor(1_000, 0)).toBeNull()
  nowMs = 1_000
  expect(pace.secondsFor(900, 100)).toBeNull()
  nowMs = 5_000
  expect(pace.secondsFor(500, 500)).toBe(5)
  // Ten times slower from here on: the figure grows as the fast seconds leave the span.
  for (nowMs = 6_000; nowMs <= 40_000; nowMs += 1_000) pace.secondsFor(400, 500 + (nowMs - 5_000) / 100)
  nowMs = 41_000
  expect(pace.secondsFor(100, 860)).toBeCloseTo(10, 0)
  expect(pace.secondsFor(600, 100)).toBeNull()
})

test("files show their own picture, one drawn at a time, until the server's is there", async () => {
  const asked: { name: string; done: (blob: Blob | null) => void }[] = []
  const revoked: string[] = []
  let made = 0
  const pictures = createOwnPictures({
    draw: (file) => new Promise((done) => asked.push({ name: file.name, done })),
    urlOf: () => `blob:${++made}`,
    revoke: (url) => revoked.push(url),
  })
  for (const name of ["a", "b", "c", "d"]) pictures.add(name, new File(["x"], name))
  expect(asked.map(({ name }) => name)).toEqual(["a"])
  // Sent before it was drawn: the picture finds the image.
  pictures.rename("a", "image of a")
  asked[0].done(new Blob())
  await settled()
  expect(pictures.urlOf("image of a")).toBe("blob:1")
  asked[1].done(null)
  await settled()
  expect(pictures.urlOf("b")).toBeNull()
  pictures.drop("d")
  pictures.drop("c")
  asked[2].done(new Blob())
  await settled()
  expect(asked.map(({ name }) => name)).toEqual(["a", "b", "c"])
  expect(pictures.urlOf("c")).toBeNull()
  pictures.drop("image of a")
  expect(revoked).toEqual(["blob:1"])
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
  for (const name of ["d.tif", "d.TIFF"]) expect(refuse(name, bytesOf("II*\0"))).toBeNull()
  for (const head of ["%PDF-1.7", "%PDF-1.7 Adobe Illustrator"])
    expect(refuse("e.PDF", bytesOf(head))).toBeNull()
  expect(refuse("e.webp", bytesOf("RIFF....WEBPVP8L"))).toBeNull()
  expect(refuse("d.png", bytesOf("MM\0*"))).toBe("d.png is named PNG but is a TIFF: rename it and try again")
  expect(refuse("c.svg", bytesOf("<!-- made by hand -->\n<svg/>"))).toBeNull()
  expect(refuse("png", png)).toBe(
    "png does not have a picture's file name: end its name in .png, or upload JPEG, PNG, SVG, TIFF, WebP or PDF",
  )
  // By what is inside, whatever the name says.
  for (const [name, head, words] of [
    ["holiday.gif", "GIF89a", "holiday.gif is a GIF: upload JPEG, PNG, SVG, TIFF, WebP or PDF"],
    ["holiday.png", "GIF89a", "holiday.png is a GIF: upload JPEG, PNG, SVG, TIFF, WebP or PDF"],
    ["a.jpg", "RIFF....WEBPVP8 ", "a.jpg is named JPEG but is a WebP: rename it and try again"],
    [
      "a.jpg",
      "....ftypheic",
      "a.jpg is a HEIC: export the photo as JPEG on the phone or computer that has it",
    ],
    ["a.psd", "8BPS", "a.psd is a Photoshop file: in Photoshop, use Export As with PNG and transparency"],
    ["a.png", "....ftypavif", "a.png is an AVIF: upload JPEG, PNG, SVG, TIFF, WebP or PDF"],
    [
      "a.svg",
      "%PDF-1.7",
      "a.svg is a PDF: open it in Illustrator, Affinity or Inkscape, export it as SVG, or as PNG at 300 pixels an inch",
    ],
    [
      "a.ai",
      "%PDF-1.7 Adobe Illustrator",
      "a.ai is an Illustrator file: in Illustrator, use Export As with SVG, or with PNG at 300 pixels an inch",
    ],
    [
      "notes.txt",
      "shopping list",
      "notes.txt is not a picture that can be printed: upload JPEG, PNG, SVG, TIFF, WebP or PDF",
    ],
    [
      "e.png",
      "<html>",
      "e.png is not a picture that can be printed: upload JPEG, PNG, SVG, TIFF, WebP or PDF",
    ],
  ])
    expect(refuse(name, bytesOf(head))).toBe(words)
  expect(refuse("f.jpg", png)).toBe("f.jpg is named JPEG but is a PNG: rename it and try again")
  expect(refuse("g.png", png, 0)).toBe("g.png is empty")
  expect(refuse("h.png", png, 95 * 1024 * 1024)).toBeNull()
  expect(refuse("h.png", png, 95 * 1024 * 1024 + 1)).toMatch(/^h\.png is .*: at most 95 MB can be uploaded/)
})

test("what is chosen is parted into files to upload and words about the others; a folder is no file", async () => {
  const good = new File([png], "good.png")
  const folder = new File([], "folder")
  folder.slice = () => {
    throw new Error("a folder cannot be read")
  }
  const judged = await judgeFiles([new File(["GIF89a"], "a.gif"), good, folder, new File([""], "b.svg")])
  expect(judged.good).toEqual([good])
  expect(judged.refusals).toEqual([
    "a.gif is a GIF: upload JPEG, PNG, SVG, TIFF, WebP or PDF",
    "folder cannot be read: choose it again or, if it is a folder, choose the files inside it",
    "b.svg is empty",
  ])
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
