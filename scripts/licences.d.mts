/** What a package says about its licence; fails where it says nothing and nothing is kept for it. */
export function licenceText(
  folder: string,
  named: { readonly name: string; readonly version: string }
): string
