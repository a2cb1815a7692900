package golden;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How many objects belong to the data structure in a static field. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Holds {
    /** As many as without what lies in data structures within. */
    int AS_OWN = -1;
    /** The program cannot tell, because it depends on hash codes. */
    int UNTOLD = -2;

    /** The head, its backbone, and what it was made to hold; of each data structure within it the head alone. */
    int own();

    /** The same with all of the data structures within. */
    int nested() default AS_OWN;

    /** What it and the data structures within it were made to hold. */
    int leaves();
}
