/** The object an Event is about. */
export interface Regarding {
  readonly apiVersion: string;
  readonly kind: string;
  /** Absent for what belongs to no namespace. */
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
}

/** Something that happened to an object, before it is an Event of the API server's. */
export interface EventDraft {
  readonly type: 'Normal' | 'Warning';
  /** Why, in CamelCase: what people filter by. */
  readonly reason: string;
  /** What was done, or not done, to the object. */
  readonly action: string;
  /** For people: whole sentences. */
  readonly note: string;
  readonly regarding: Regarding;
  /** `plimsoll.dev/ROLE` */
  readonly reportingController: string;
  /** Which replica: its pod's name. */
  readonly reportingInstance: string;
  /** When it happened: milliseconds since the Unix epoch. */
  readonly at: number;
}
