type Random = () => number

/** Returns one item of the list. */
export function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]
}

/** Texts that programs stumble over; the long ones are made when they are drawn. */
const TEXTS: readonly (() => string)[] = [
  () => "",
  () => " ",
  () => "0",
  () => "-1",
  () => "1e309",
  () => "NaN",
  () => "9007199254740993",
  () => "0x10",
  () => "null",
  () => "true",
  () => "[]",
  () => "..",
  () => "../../etc/passwd",
  () => "%00",
  () => "%F0%9F",
  () => "\u0000",
  () => "\ud800",
  () => "\u202Egnp.exe",
  () => "\u200b",
  () => "а",
  () => "ﬀ",
  () => "İ",
  () => "🦋".repeat(200),
  () => "e\u0301".repeat(500),
  () => "' OR 1=1 --",
  () => '"; DROP TABLE user; --',
  () => "%_%_%_%_%_%",
  () => "%".repeat(200),
  () => "*".repeat(100),
  () => '<img src=x onerror="alert(1)">',
  () => "=HYPERLINK(1)",
  () => "javascript:alert(1)",
  () => "https://evil.example/",
  () => "a\r\nSet-Cookie: x=1",
  () => "2026-13-45",
  () => "2026-02-30T25:61:61Z",
  () => "-271821-04-20",
  () => "+275760-09-14",
  () => "9999-12-31",
  () => "a@b.c",
  () => `${"a".repeat(300)}@shop.test`,
  () => "x".repeat(5_000),
  () => "ab".repeat(30_000),
  () => "(".repeat(20_000),
  () => "0197f3c0-0000-7000-8000-000000000000",
  () => "00000000-0000-0000-0000-000000000000",
  () => "__proto__",
  () => "constructor",
]

export function nastyText(random: Random): string {
  return pick(TEXTS, random)()
}

/** Values of any type. */
export function nastyValue(random: Random, depth = 0): unknown {
  const draw = random()
  if (draw < 0.45) return nastyText(random)
  if (draw < 0.65)
    return pick([0, -0, -1, 0.1, 1, 2, 5.5, 1e3, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308, 5e-324], random)
  if (draw < 0.75) return pick([null, true, false], random)
  if (depth > 3) return []
  if (draw < 0.85)
    return Array.from({ length: Math.floor(random() * 4) }, () => nastyValue(random, depth + 1))
  if (draw < 0.9)
    return Array.from(
      { length: pick([500, 501, 5_000, 20_000], random) },
      () => "0197f3c0-0000-7000-8000-000000000000",
    )
  if (draw < 0.93) return nested(pick([100, 2_000], random))
  return Object.fromEntries(
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => [
      nastyText(random),
      nastyValue(random, depth + 1),
    ]),
  )
}

function nested(depth: number): unknown {
  let value: unknown = []
  for (let i = 0; i < depth; i++) value = [value]
  return value
}
