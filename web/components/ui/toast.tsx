import { CircleAlert, CircleCheck } from "lucide-react"
import { Toaster as Sonner } from "sonner"
import { useIsWide } from "../../lib/media-query.ts"

/** Where toasts appear: bottom right; above the thumb on phones. Once in the app. */
export function Toaster() {
  const isWide = useIsWide()
  return (
    <Sonner
      position={isWide ? "bottom-right" : "bottom-center"}
      closeButton
      style={{ fontFamily: "inherit" }}
      containerAriaLabel="Messages"
      icons={{
        success: <CircleCheck className="size-4.5 text-good" />,
        error: <CircleAlert className="size-4.5 text-bad" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-start gap-3 rounded-lg bg-raised py-3 pr-11 pl-3.5 text-sm text-ink shadow-float md:w-[22rem]",
          icon: "mt-px flex-none",
          content: "min-w-0 flex-1",
          title: "font-[550] [overflow-wrap:anywhere]",
          description: "text-ink-2",
          closeButton:
            "absolute top-1.5 right-1.5 grid size-8 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink [&_svg]:size-4",
        },
      }}
    />
  )
}
