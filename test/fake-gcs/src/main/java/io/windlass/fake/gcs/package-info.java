/**
 * A FAKE of Google Cloud Storage on the wire, for what no server that can be started here enforces.
 * {@link io.windlass.fake.gcs.FakeGcs} starts it. Google's own client and the S3 client of AWS are
 * its users; it marks each answer with the header {@code Server}.
 *
 * <p>Each rule names the page that it was taken from, beside the code. What is in none of them is
 * refused with 501 and a sentence: also each query parameter and each field that is not modelled.
 *
 * <table>
 *   <caption>Rules, and where they are</caption>
 *   <tr><th>rule</th><th>page</th><th>class</th></tr>
 *   <tr>
 *     <td>insert: media, multipart; checksums of the content</td>
 *     <td>cloud.google.com/storage/docs/json_api/v1/objects/insert, .../data-validation</td>
 *     <td>InsertApi, ContentChecksums</td>
 *   </tr>
 *   <tr>
 *     <td>resumable sessions: units of 256 KiB, 308, bytes that come again, 499, a week</td>
 *     <td>cloud.google.com/storage/docs/performing-resumable-uploads</td>
 *     <td>ResumableApi</td>
 *   </tr>
 *   <tr>
 *     <td>412 where a number must match, 304 where it must differ; 0 is "none"</td>
 *     <td>cloud.google.com/storage/docs/request-preconditions</td>
 *     <td>Preconditions</td>
 *   </tr>
 *   <tr>
 *     <td>generations, versions, soft deletion and its end</td>
 *     <td>cloud.google.com/storage/docs/object-versioning, .../soft-delete</td>
 *     <td>ObjectTable, ObjectApi</td>
 *   </tr>
 *   <tr>
 *     <td>what a retention or a hold keeps; parts of uploads, too</td>
 *     <td>cloud.google.com/storage/docs/bucket-lock, .../object-holds</td>
 *     <td>ObjectWriter</td>
 *   </tr>
 *   <tr>
 *     <td>lists: bytes of names, prefixes once, pages</td>
 *     <td>cloud.google.com/storage/docs/json_api/v1/objects/list</td>
 *     <td>ObjectListing</td>
 *   </tr>
 *   <tr>
 *     <td>compose: 32 sources, no MD5, components</td>
 *     <td>cloud.google.com/storage/docs/composite-objects</td>
 *     <td>ComposeApi</td>
 *   </tr>
 *   <tr>
 *     <td>rewrite in several calls, copy, move</td>
 *     <td>cloud.google.com/storage/docs/json_api/v1/objects/rewrite, .../move</td>
 *     <td>RewriteApi</td>
 *   </tr>
 *   <tr>
 *     <td>buckets: names, labels, policies, 409 while not empty</td>
 *     <td>cloud.google.com/storage/docs/buckets, .../json_api/v1/buckets, also
 *         .../getStorageLayout</td>
 *     <td>BucketApi, BucketFields</td>
 *   </tr>
 *   <tr>
 *     <td>roles, bindings, conditions; a list is a matter of the bucket; late effect</td>
 *     <td>cloud.google.com/storage/docs/access-control/iam, cloud.google.com/iam/docs</td>
 *     <td>AccessControl, IamPolicy, ConditionExpression, PolicyHistory, Replicas, PolicyApi</td>
 *   </tr>
 *   <tr>
 *     <td>folders, renames as operations, managed folders and their policies</td>
 *     <td>cloud.google.com/storage/docs/hns-overview, .../managed-folders</td>
 *     <td>FolderApi, Folders, ManagedFolders</td>
 *   </tr>
 *   <tr>
 *     <td>one write a second and name; by default, as the late effects are</td>
 *     <td>cloud.google.com/storage/quotas#objects</td>
 *     <td>FakeSettings, GcsBucket</td>
 *   </tr>
 *   <tr>
 *     <td>HMAC keys: a secret shown once, states and their late effect, on one of two replicas
 *         later than on the other; ten an account</td>
 *     <td>cloud.google.com/storage/docs/authentication/hmackeys</td>
 *     <td>HmacKeys, HmacKeyApi</td>
 *   </tr>
 *   <tr>
 *     <td>the XML API: signatures with both kinds of names, uploads in parts</td>
 *     <td>cloud.google.com/storage/docs/xml-api, .../authentication/signatures</td>
 *     <td>XmlApi, XmlObjects, XmlUploads, SignatureV4</td>
 *   </tr>
 *   <tr>
 *     <td>compose in the XML API; it answers the generation, as boto, gs/key.py, expects</td>
 *     <td>cloud.google.com/storage/docs/xml-api/put-object-compose</td>
 *     <td>XmlCompose</td>
 *   </tr>
 *   <tr>
 *     <td>copies in the XML API: generation and condition of the source; the answer has the
 *         generation in its headers, as boto, gs/key.py#handle_version_headers, expects</td>
 *     <td>cloud.google.com/storage/docs/xml-api/put-object-copy, .../reference-headers</td>
 *     <td>XmlObjects</td>
 *   </tr>
 *   <tr>
 *     <td>service accounts, tokens, federation, downscoping, the metadata server; new accounts and
 *         roles are known late</td>
 *     <td>cloud.google.com/iam/docs</td>
 *     <td>ServiceAccountApi, RoleApi, NewNames, TokenApi, AccessBoundary, MetadataServer</td>
 *   </tr>
 *   <tr>
 *     <td>a hundred calls in one request</td>
 *     <td>cloud.google.com/storage/docs/batch</td>
 *     <td>BatchApi</td>
 *   </tr>
 * </table>
 *
 * <p>It differs from the service also in this: it holds everything in memory and has one project,
 * it stores lifecycle rules and does not apply them, what comes too early is refused three times at
 * most ({@link io.windlass.fake.gcs.FakeSettings}), folders are renamed at once whatever the
 * operation says, and nothing is ever slow that no test made slow.
 */
@NullMarked
package io.windlass.fake.gcs;

import org.jspecify.annotations.NullMarked;
