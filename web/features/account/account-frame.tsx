import { QueryClientProvider } from "@tanstack/react-query"
import { Link, Outlet } from "@tanstack/react-router"
import { FilmSheet } from "../../components/ui/film-sheet.tsx"
import { Logo } from "../../components/ui/logo.tsx"
import { contactEmail } from "../../lib/contact.ts"
import { queryClient } from "../../lib/query-client.ts"
import { boldFilmLengthIn, boldFilmStart } from "../landing/sample-film.ts"

/** Lays out a form at the left and a mat at the right. */
export function AccountFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex min-h-dvh">
        <div className="flex w-full flex-col px-6 py-6 md:w-[34rem] md:flex-none md:px-16">
          <header>
            <Link to="/" className="inline-flex h-11 items-center rounded-md">
              <Logo />
            </Link>
          </header>
          <main className="my-auto w-full max-w-[25rem] py-10">
            <Outlet />
          </main>
          <footer className="text-xs text-ink-3">
            Trouble signing in?{" "}
            <a href={`mailto:${contactEmail()}`} className="touch rounded-xs wrap-anywhere hover:underline">
              {contactEmail()}
            </a>
          </footer>
        </div>
        <MatPane />
      </div>
    </QueryClientProvider>
  )
}

/** Draws a mat with a sheet rolled out on it, as the picture beside forms. */
function MatPane() {
  return (
    <div className="mat relative hidden flex-1 overflow-hidden [--sq:40px] md:block">
      <div className="absolute top-20 left-28 origin-top-left -rotate-6">
        <FilmSheet pieces={boldFilmStart} lengthIn={boldFilmLengthIn} inch="30px" roll="64px" />
      </div>
    </div>
  )
}

/** The classes of the links inside account forms. */
export const linkClasses = "touch rounded-xs font-[600] text-accent-ink underline-offset-2 hover:underline"
