/** Returns a bucket in memory that takes and gives texts, for benches of what is kept as documents. */
export function memoryBucket(): R2Bucket {
  const objects = new Map<string, string>()
  const bucket = {
    put: async (key: string, text: string) => void objects.set(key, text),
    get: async (key: string) => ({
      text: async () => objects.get(key),
      json: async () => JSON.parse(objects.get(key) ?? ""),
    }),
  }
  return bucket as unknown as R2Bucket
}
