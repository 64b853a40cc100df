import { Link } from "@tanstack/react-router"
import { Menu, X } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { LogoMark } from "../../components/ui/logo.tsx"
import { classList } from "../../lib/class-list.ts"

/** The scroll position beyond which the header hides. */
const VISIBLE_UNTIL_PX = 10

export function LandingHeader() {
  const isVisible = useIsNearTop()
  const [isOpen, setIsOpen] = useState(false)
  const header = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    function closeOnOutsideClick(event: PointerEvent) {
      if (event.target instanceof Node && header.current?.contains(event.target) !== true) setIsOpen(false)
    }
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== "Escape") return
      setIsOpen(false)
      toggle.current?.focus()
    }
    document.addEventListener("pointerdown", closeOnOutsideClick)
    document.addEventListener("keydown", closeOnEscape)
    return () => {
      document.removeEventListener("pointerdown", closeOnOutsideClick)
      document.removeEventListener("keydown", closeOnEscape)
    }
  }, [isOpen])

  return (
    <header
      ref={header}
      className={classList(
        "fixed inset-x-0 top-0 z-30 text-stage-ink transition-[translate,visibility] duration-200 ease-out",
        !isVisible && "invisible -translate-y-full",
      )}
    >
      <div className="mx-auto flex h-16 max-w-[76rem] items-center gap-2 px-5 md:px-8">
        <Link
          to="/"
          className="flex h-11 items-center gap-2.5 rounded-md text-lg font-[650] tracking-[-0.02em]"
        >
          <LogoMark className="size-8 rounded-md ring-1 ring-white/25" />
          Sheetsmith
        </Link>
        <nav aria-label="Account" className="ml-auto hidden gap-2 md:flex">
          <Link
            to="/auth/signin"
            className="flex h-10 items-center rounded-md px-4 text-base font-[550] hover:bg-white/10"
          >
            Sign in
          </Link>
          <Link
            to="/auth/signup"
            className="flex h-10 items-center rounded-md bg-stage px-4 text-base font-[550] ring-1 ring-white/25 ring-inset hover:bg-white/20"
          >
            Sign up
          </Link>
        </nav>
        <button
          ref={toggle}
          type="button"
          aria-label={isOpen ? "Close menu" : "Menu"}
          aria-expanded={isOpen}
          aria-controls="landing-menu"
          onClick={() => setIsOpen(!isOpen)}
          className="ml-auto grid size-11 place-items-center rounded-md hover:bg-white/10 md:hidden"
        >
          {isOpen ? <X className="size-5" /> : <Menu className="size-5" />}
        </button>
      </div>
      {isOpen && (
        <nav
          id="landing-menu"
          aria-label="Account"
          className="appear mx-3 flex flex-col rounded-lg bg-raised p-2 text-ink shadow-float md:hidden"
        >
          <Link
            to="/auth/signin"
            onClick={() => setIsOpen(false)}
            className="flex h-12 items-center rounded-md px-4 text-lg font-[550] hover:bg-hover"
          >
            Sign in
          </Link>
          <Link
            to="/auth/signup"
            onClick={() => setIsOpen(false)}
            className="flex h-12 items-center rounded-md px-4 text-lg font-[550] hover:bg-hover"
          >
            Sign up
          </Link>
        </nav>
      )}
    </header>
  )
}

function useIsNearTop(): boolean {
  const [isNearTop, setIsNearTop] = useState(true)
  useEffect(() => {
    const judge = () => setIsNearTop(window.scrollY <= VISIBLE_UNTIL_PX)
    judge()
    window.addEventListener("scroll", judge, { passive: true })
    return () => window.removeEventListener("scroll", judge)
  }, [])
  return isNearTop
}
