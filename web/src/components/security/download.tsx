import type { Route } from '@kirana/contract/wire/route'
import type { ComponentProps } from 'react'
import { call, messageOf } from '#/lib/api.ts'
import { notify } from '#/lib/notify.ts'
import { useSession } from '#/lib/session/profiles.ts'

type Props = Omit<ComponentProps<'a'>, 'onClick'> & { route: Pick<Route, 'fresh'>; href: string }

/** A link that downloads a file. If the call needs a recent second factor, the link asks for it first. */
export function DownloadLink({ route, href, children, ...rest }: Props) {
  const hasFactor = (useSession('staff')?.secondFactors ?? []).length > 0
  return (
    <a
      {...rest}
      href={href}
      download
      onClick={(event) => {
        if (!route.fresh || !hasFactor) return
        event.preventDefault()
        import('@kirana/contract/security')
          .then(({ staffSecurity }) => call(staffSecurity.fresh, {}))
          .then(
            () => location.assign(href),
            (error: unknown) => notify('failure', messageOf(error)),
          )
      }}
    >
      {children}
    </a>
  )
}
