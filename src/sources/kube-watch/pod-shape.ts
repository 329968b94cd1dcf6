import { fields, rawText, type Shape, text } from '#kube/decode/shapes.ts';

/** A pod as it is watched; nothing in it is promised. */
export interface WatchedPod {
  readonly metadata?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly creationTimestamp?: string;
  };
  readonly spec?: { readonly nodeName?: string };
}

/** What is kept of a pod while it arrives: there are ten times as many as nodes. */
export const podShape: Shape<WatchedPod> = fields({
  metadata: fields({
    namespace: text,
    name: rawText,
    uid: rawText,
    resourceVersion: rawText,
    creationTimestamp: text,
  }),
  spec: fields({ nodeName: text }),
});
