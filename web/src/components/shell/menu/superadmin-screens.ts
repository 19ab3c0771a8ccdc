import {
  Banknote,
  Building2,
  ChartColumn,
  Clock,
  History,
  House,
  MessageSquareText,
  Percent,
  Rocket,
  ShieldCheck,
  UserPlus,
  Users,
} from 'lucide-react'
import type { ScreenGroup } from './screens.ts'

/** The superadmin's drawer menu. In its own file so that staff do not load it. */
export const superadminScreens: readonly ScreenGroup[] = [
  {
    heading: 'Home',
    screens: [
      { name: 'Dashboard', to: '/superadmin/dashboard', icon: House },
      { name: 'Reports', to: '/superadmin/reports', icon: ChartColumn },
    ],
  },
  {
    heading: 'Company',
    screens: [
      { name: 'Company Settings', to: '/superadmin/company/settings', icon: Building2 },
      { name: 'Staff', to: '/superadmin/staff', icon: Users },
      { name: 'Add Staff', to: '/superadmin/staff/add', icon: UserPlus },
      { name: 'Roles', to: '/superadmin/roles', icon: ShieldCheck },
      { name: 'Approvals', to: '/superadmin/approvals', icon: Clock, waits: 'approvals' },
      { name: 'Cash', to: '/superadmin/cash', icon: Banknote },
      { name: 'GST', to: '/superadmin/gst', icon: Percent },
      { name: 'Sign-in Codes', to: '/superadmin/codes', icon: MessageSquareText },
      { name: 'Audit Log', to: '/superadmin/audit', icon: History },
    ],
  },
  { heading: 'App', screens: [{ name: 'App Release', to: '/superadmin/app-release', icon: Rocket }] },
]
