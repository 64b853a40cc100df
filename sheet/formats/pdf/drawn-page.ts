import { openParser } from "./pdf-syntax.ts"

/** The drawing operations of a page's content, in order. */
export type DrawnPage = {
  pictures: { name: string; matrix: number[] }[]
  /** The number of texts it shows. */
  texts: number
  /** The number of closed lines it strokes. */
  lines: number
}

const identity = [1, 0, 0, 1, 0, 0]

/** A follower of a page's operators (ISO 32000-1, annex A): pictures, texts and closed lines. */
export type PageFollower = {
  /** Adds the content's next letters. Only whole lines are followed; no value of ours holds a line's end. */
  add(piece: string): void
  /** Throws unless the page ends everything that it begins. */
  end(): DrawnPage
}

/** Opens a follower. `onLine` gets each closed line's points as written, control points included. */
export function openPage(onLine?: (points: readonly number[]) => void): PageFollower {
  const page: DrawnPage = { pictures: [], texts: 0, lines: 0 }
  const stack: number[][] = []
  let matrix = identity
  let numbers: number[] = []
  let path: number[] = []
  let name = ""
  let rest = ""

  function follow(text: string): void {
    const parser = openParser(text)
    for (let value = parser.next(); value !== null; value = parser.next()) {
      if (value.kind === "number") numbers.push(value.value)
      else if (value.kind === "name") name = value.name
      if (value.kind !== "word") continue
      operate(value.word)
      numbers = []
    }
  }

  function operate(word: string): void {
    if (word === "q") stack.push(matrix)
    else if (word === "Q") {
      const outer = stack.pop()
      if (outer === undefined) throw new Error("the sheet's page ends a state that it never began")
      matrix = outer
    } else if (word === "cm") matrix = multiplied(numbers, matrix)
    else if (word === "Do") page.pictures.push({ name, matrix })
    else if (word === "Tj") page.texts++
    else if (word === "m") path = numbers
    else if (word === "l" || word === "c") path.push(...numbers)
    else if (word === "s") {
      if (matrix !== identity) throw new Error("a line of the sheet's page is moved or turned")
      page.lines++
      onLine?.(path)
      path = []
    }
  }

  return {
    add(piece) {
      const text = rest + piece
      const end = text.lastIndexOf("\n") + 1
      rest = text.slice(end)
      follow(text.slice(0, end))
    },
    end() {
      follow(rest)
      if (stack.length > 0) throw new Error("the sheet's page does not end the states that it begins")
      return page
    },
  }
}

/** Returns the matrix that applies `first`, then `second`. */
function multiplied(first: number[], second: number[]): number[] {
  if (first.length !== 6) throw new Error(`the sheet's page has a matrix of ${first.length} numbers`)
  const [a, b, c, d, e, f] = first
  const [g, h, i, j, k, l] = second
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}
