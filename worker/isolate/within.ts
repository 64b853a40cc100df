/** What the promise brings, or `late` once so much time has passed; what it waits for goes on all the same. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | "late"> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, ms, "late")
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
