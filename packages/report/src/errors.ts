/** What can go wrong with reports. */
export const reportCodes = {
  'report.unreadable': 'a file that holds no report, or one of a newer version'
} as const

declare module '@unseen/core' {
  interface ErrorCodes {
    report: keyof typeof reportCodes
  }
}
