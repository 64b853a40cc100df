import { type ReactNode, useId } from "react"
import { Notice } from "../../components/ui/notice.tsx"
import { Switch } from "../../components/ui/switch.tsx"

type DestinationSectionProps = {
  title: string
  about: string
  /** With `onSwitch` the section can be turned off, which folds it. */
  isOn?: boolean
  onSwitch?: (isOn: boolean) => void
  isOpen?: boolean
  /** Why the settings cannot be written. */
  problem?: string | null
  children: ReactNode
}

/** Shows one part of a destination's settings, beneath its heading. */
export function DestinationSection(props: DestinationSectionProps) {
  const { title, about, isOn = true, onSwitch, isOpen = true, problem = null, children } = props
  const titleId = useId()
  return (
    // The hidden boxes behind ticks and switches stay in here, so that the modal has nothing to scroll.
    <section aria-labelledby={titleId} className="relative border-line-soft border-t pt-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 id={titleId} className="text-base font-[620]">
            {title}
          </h3>
          <p className="text-sm text-ink-2">{about}</p>
        </div>
        {onSwitch && <Switch label={title} checked={isOn} onCheckedChange={onSwitch} />}
      </div>
      {isOpen && <div className="mt-3.5">{children}</div>}
      <Notice tone="bad" className="mt-3">
        {problem}
      </Notice>
    </section>
  )
}
