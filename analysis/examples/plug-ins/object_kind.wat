;; A plug-in in the text form of WebAssembly: instances, small arrays, big arrays, as the classifier "Object kind".
;; The interface is explained in analysis/src/grouping/user/plugin.rs. To use it:
;;
;;   cp object_kind.wat ~/.config/memory-city/plugins/
;;   memory-city dumps/ --by 'kind by plug-in, type'
(module
  (import "memory_city" "name" (func $name (param i32 i32)))
  (import "memory_city" "description" (func $description (param i32 i32)))
  (import "memory_city" "example" (func $example (param i32 i32)))
  (import "memory_city" "array_length" (func $array_length (param i32) (result i64)))
  (import "memory_city" "label" (func $label (param i32 i32)))

  (memory (export "memory") 1)
  (data (i32.const 0) "Kind by plug-in")
  (data (i32.const 16) "Instance, small array (fewer than 255 elements) or big array")
  (data (i32.const 128) "instance")
  (data (i32.const 144) "small array")
  (data (i32.const 160) "big array")

  (func (export "memory_city_version") (result i32) (i32.const 1))

  (func (export "describe")
    (call $name (i32.const 0) (i32.const 15))
    (call $description (i32.const 16) (i32.const 60))
    (call $example (i32.const 160) (i32.const 9)))

  (func (export "classify") (param $object i32)
    (local $length i64)
    (local.set $length (call $array_length (local.get $object)))
    (if (i64.lt_s (local.get $length) (i64.const 0))
      (then (call $label (i32.const 128) (i32.const 8)))
      (else
        (if (i64.lt_s (local.get $length) (i64.const 255))
          (then (call $label (i32.const 144) (i32.const 11)))
          (else (call $label (i32.const 160) (i32.const 9))))))))
