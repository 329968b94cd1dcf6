import { faultsOf, type FaultCatalogue, type FaultMaker } from '#base/fault.ts';

export type AnnotationsFaultCode = 'annotations/none' | 'annotations/not-published';

export const annotationsFaults: FaultCatalogue<AnnotationsFaultCode> = {
  'annotations/none': {
    means: 'No node carries an annotation of a signal: nobody publishes it, or under another prefix.',
    remedy: 'run the collector (plimsoll serve --role collector), with the same annotations.prefix as here',
  },
  'annotations/not-published': {
    means: 'Something is to be read from annotations that is not published in them.',
    remedy: 'have Prometheus or metrics.k8s.io asked for it: annotations hold the signals of nodes, nothing of pods',
  },
};

/** Makes the faults of reading annotations. */
export const annotationsFault: FaultMaker<AnnotationsFaultCode> = faultsOf(annotationsFaults);
