/**
 * What all staged files of a volume share when they are sent to the bucket: how much is sent at
 * once ({@link io.windlass.fs.upload.Transfers}), the certainty that no upload is left over ({@link
 * io.windlass.fs.upload.UploadLedger}), and what an object keeps. It knows no staged file.
 */
@NullMarked
package io.windlass.fs.upload;

import org.jspecify.annotations.NullMarked;
