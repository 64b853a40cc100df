import { useCallback, useEffect, useRef, useState } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import { endHint } from "../../lib/hints.ts"
import { idsBetween } from "../../lib/ids-between.ts"

export type SeveralPicked = {
  /** True while images are ticked instead of picked one by one. */
  isOn: boolean
  /** The ticked images, in the order of ticking. */
  picked: ReadonlyMap<string, Image>
  /** Ticks an image; with Shift, also everything between the last one touched and this one. */
  toggle: (image: Image, withShift: boolean) => void
  pickAll: (images: readonly Image[]) => void
  begin: () => void
  end: () => void
}

const none: ReadonlyMap<string, Image> = new Map()

/** Keeps the images ticked in a picker. They stay ticked while another search shows others. */
export function useSeveralPicked(images: readonly Image[]): SeveralPicked {
  const [isOn, setIsOn] = useState(false)
  const [picked, setPicked] = useState(none)
  const lastId = useRef<string | null>(null)
  const shown = useRef(images)
  useEffect(() => {
    shown.current = images
  })
  const toggle = useCallback((image: Image, withShift: boolean) => {
    if (withShift) endHint("shift-click")
    const ids = shown.current.map(({ _id }) => _id)
    const range = new Set(withShift ? idsBetween(ids, lastId.current, image._id) : [])
    lastId.current = image._id
    setPicked((before) => {
      if (range.size > 0)
        return withAll(
          before,
          shown.current.filter(({ _id }) => range.has(_id)),
        )
      const next = new Map(before)
      if (!next.delete(image._id)) next.set(image._id, image)
      return next
    })
  }, [])
  return {
    isOn,
    picked,
    toggle,
    pickAll: (all) => setPicked((before) => withAll(before, all)),
    begin: () => setIsOn(true),
    end: () => {
      setIsOn(false)
      setPicked(none)
      lastId.current = null
    },
  }
}

function withAll(before: ReadonlyMap<string, Image>, images: readonly Image[]): ReadonlyMap<string, Image> {
  const ready = images.filter(({ status }) => status === "Ready")
  return new Map([...before, ...ready.map((image) => [image._id, image] as const)])
}
