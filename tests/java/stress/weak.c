/* Weak global references as native code has them, by number, for JniWeak.java. */
#include <jni.h>
#include <stdint.h>

JNIEXPORT jlong JNICALL Java_JniWeak_make(JNIEnv *env, jclass class, jobject of) {
    return (jlong)(intptr_t)(*env)->NewWeakGlobalRef(env, of);
}

JNIEXPORT jobject JNICALL Java_JniWeak_get(JNIEnv *env, jclass class, jlong weak) {
    return (*env)->NewLocalRef(env, (jweak)(intptr_t)weak);
}

JNIEXPORT void JNICALL Java_JniWeak_delete(JNIEnv *env, jclass class, jlong weak) {
    (*env)->DeleteWeakGlobalRef(env, (jweak)(intptr_t)weak);
}
