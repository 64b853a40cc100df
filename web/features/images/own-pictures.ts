/** The most pictures: as many as files can wait in the queue of uploads. */
const MAX_PICTURES = 1_000

type OwnPicturesHost = {
  /** Draws a small picture of a file; null if none can be made. */
  draw: (file: File) => Promise<Blob | null>
  urlOf: (blob: Blob) => string
  revoke: (url: string) => void
}

export type OwnPictures = {
  /** Makes a file's picture in its turn, one at a time. */
  add(id: string, file: File): void
  /** Moves an upload's picture to the image that it became. */
  rename(from: string, to: string): void
  /** Frees it: the server's own picture is there, or nobody needs it. */
  drop(id: string): void
  /** Returns an address for an `<img>`, or null if there is none. */
  urlOf(id: string): string | null
  subscribe(listener: () => void): () => void
}

type Picture = { id: string; file: File | null; url: string | null }

/** Keeps pictures of files that the server has not drawn yet, made from the files themselves. */
export function createOwnPictures(host: OwnPicturesHost): OwnPictures {
  const pictures = new Map<string, Picture>()
  const listeners = new Set<() => void>()
  const waiting: Picture[] = []
  let isDrawing = false

  async function drawAll() {
    if (isDrawing) return
    isDrawing = true
    for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
      if (pictures.get(picture.id) !== picture || picture.file === null) continue
      const blob = await host.draw(picture.file).catch(() => null)
      picture.file = null
      if (blob === null || pictures.get(picture.id) !== picture) continue
      picture.url = host.urlOf(blob)
      for (const listener of listeners) listener()
    }
    isDrawing = false
  }

  function drop(id: string) {
    const picture = pictures.get(id)
    if (!picture) return
    pictures.delete(id)
    if (picture.url !== null) host.revoke(picture.url)
    for (const listener of listeners) listener()
  }

  return {
    add(id, file) {
      const [oldest] = pictures.keys()
      if (pictures.size >= MAX_PICTURES && oldest !== undefined) drop(oldest)
      const picture = { id, file, url: null }
      pictures.set(id, picture)
      waiting.push(picture)
      void drawAll()
    },
    rename(from, to) {
      const picture = pictures.get(from)
      if (!picture) return
      pictures.delete(from)
      picture.id = to
      pictures.set(to, picture)
      for (const listener of listeners) listener()
    },
    drop,
    urlOf: (id) => pictures.get(id)?.url ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
