import { Hammer } from 'lucide-react'
import { PageHeader } from './page-header.tsx'
import { EmptyState } from './states.tsx'

/** A screen that is planned and not there yet. */
export const OnItsWay = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <div className="card">
      <EmptyState text="This screen is on its way." icon={<Hammer size={22} />} />
    </div>
  </>
)
