/** From likeness to the table of attributes or the map, and back. */
import { useAct, useAddress } from '../page/use-studio.js'
import { Switch } from '../parts/Tabs.js'
import { type ClassesView, showView } from './actions.js'
import type { ReactNode } from 'react'

/** `many`: the table of attributes is a view of its own. */
export function ViewSwitch({ many = false }: { readonly many?: boolean }): ReactNode {
  const act = useAct()
  const view = useAddress(({ params }) => params['view'])
  const options: readonly { readonly value: ClassesView; readonly label: string }[] = [
    { value: 'affinity', label: 'Alike' },
    ...(many ? [{ value: 'attributes', label: 'Attributes' } as const] : []),
    { value: 'map', label: 'Map' }
  ]
  return (
    <Switch
      label="View"
      value={options.find(({ value }) => value === view)?.value ?? 'affinity'}
      options={options}
      onChange={value => act(showView, value)}
    />
  )
}
