/** A token for the server: it is sent to it alone, and remembered for this tab only. */
import { useAct } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Field } from '../parts/Field.js'
import { takeToken } from './actions.js'
import type { ReactNode } from 'react'
import { useState } from 'react'
import styles from './server.module.css'

export function TokenForm(): ReactNode {
  const act = useAct()
  const [token, setToken] = useState('')
  return (
    <form
      className={styles.form}
      aria-label="Token"
      onSubmit={event => {
        event.preventDefault()
        if (token.trim() !== '') act(takeToken, token)
      }}
    >
      <Field
        label="Token, remembered for this tab only"
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={token}
        onChange={event => setToken(event.currentTarget.value)}
      />
      <Button type="submit" data-action={takeToken.name}>
        Use it
      </Button>
    </form>
  )
}
