/** One generated file: where it lies in the repository, and what it must hold. */
export interface GeneratedPage {
  readonly path: string;
  readonly text: string;
}
