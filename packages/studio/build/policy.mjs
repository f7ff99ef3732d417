// The page may load from its own place only: that nothing is uploaded is a rule of the browser, not a
// promise.
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self' blob: data:",
  "manifest-src 'self'",
  "base-uri 'self'",
  "form-action 'none'"
].join('; ')

/** Puts it into the page that is built; the server of development needs more. */
export const policy = () => ({
  name: 'unseen-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: contentPolicy },
      injectTo: 'head-prepend'
    }
  ]
})
